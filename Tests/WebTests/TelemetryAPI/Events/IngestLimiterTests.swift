import Domain
import Fixtures
import HTTPTypes
import Testing

@testable import UseCases
@testable import WebCore

@Suite struct IngestLimiterTests {
    private let key: APIKey.ID = SystemContext.system.newID()
    private let clock = TestClock()

    private func limiter(perKey: Int = 100, perAddress: Int = 1000, maximumBuckets: Int = 20_000) -> IngestLimiter {
        var limits = IngestLimits()
        limits.eventsPerKey = perKey
        limits.eventsPerAddress = perAddress
        limits.period = .seconds(10)
        return IngestLimiter(limits: limits, maximumBuckets: maximumBuckets) { [clock] in clock.now }
    }

    @Test func `a bucket is refilled evenly`() {
        let limiter = limiter()

        #expect(limiter.take(100, key: key, networks: nil, address: "a").wait == nil)
        #expect(limiter.take(10, key: key, networks: nil, address: "a").wait == .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(limiter.take(10, key: key, networks: nil, address: "a").wait == nil)
    }

    @Test func `what is refused takes from no bucket`() {
        let limiter = limiter(perKey: 100, perAddress: 10)

        let rejected = limiter.take(5, key: key, networks: nil, address: "a").levels
        _ = limiter.take(20, key: key, networks: nil, address: "a")
        let again = limiter.take(5, key: key, networks: nil, address: "a")

        #expect(rejected.map(\.left) == [95, 5])
        #expect(again.wait == nil && again.levels.map(\.left) == [90, 0])
    }

    @Test(arguments: [101, 1_000_000, Int.max])
    func `the largest charge is a whole bucket, so that others wait no longer than its period`(count: Int) {
        let limiter = limiter(perKey: 100, perAddress: 100)

        #expect(limiter.take(count, key: key, networks: nil, address: "a").wait == nil)
        clock.advance(by: .milliseconds(900))
        #expect(limiter.take(10, key: key, networks: nil, address: "b").wait != nil)
        clock.advance(by: .milliseconds(100))
        #expect(limiter.take(10, key: key, networks: nil, address: "b").wait == nil)
    }

    @Test func `a response shows the remaining quota and its reset time`() throws {
        let claim = limiter().take(40, key: key, networks: nil, address: "a")

        let headers = claim.headers.map { "\($0.name): \($0.value)" }
        #expect(
            headers == [
                #"RateLimit-Policy: "key";q=100;w=10, "address";q=1000;w=10"#,
                #"RateLimit: "key";r=60;t=4, "address";r=960;t=1"#,
            ]
        )
    }

    @Test func `bytes have buckets of their own`() {
        let limiter = limiter(perKey: 100)

        _ = limiter.take(100, key: key, networks: nil, address: "a")
        let bytes = limiter.take(1000, of: .bytes, key: key, networks: nil, address: "a")

        #expect(bytes.wait == nil)
        #expect(bytes.levels.map(\.name) == ["key-bytes", "address-bytes"])
    }

    @Test(arguments: [("2001:db8:1:2%d::1", 4), ("2001:db8:1:%d00::1", 16), ("192.0.2.%d", 4)])
    func `a whole network has a few times what one address has`(pattern: String, times: Int) {
        let limiter = limiter(perKey: 1_000_000, perAddress: 10)

        let taken = (10..<60).count { number in
            let address = pattern.replacing("%d", with: "\(number)")
            let key: APIKey.ID = SystemContext.system.newID()
            return limiter.take(10, key: key, networks: nil, address: address).wait == nil
        }

        #expect(taken == times)
    }

    @Test func `the limit of a network is shown when it is exhausted`() {
        let limiter = limiter(perKey: 1000, perAddress: 10)

        let first = limiter.take(10, key: key, networks: nil, address: "192.0.2.1")
        for number in 2...4 { _ = limiter.take(10, key: key, networks: nil, address: "192.0.2.\(number)") }
        let rejected = limiter.take(10, key: key, networks: nil, address: "192.0.2.5")

        #expect(first.headers.allSatisfy { !$0.value.contains("network") })
        #expect(rejected.wait != nil && rejected.headers.allSatisfy { $0.value.contains(#""network-24""#) })
    }

    @Test func `all keys of a tenant share a limit, which is shown when it is exhausted`() {
        var limits = IngestLimits(eventsPerKey: 100)
        limits.eventsPerTenant = 150
        limits.bytesPerTenant = 1000
        limits.period = .seconds(10)
        let limiter = IngestLimiter(limits: limits, now: { [clock] in clock.now })
        let tenants: [Tenant.ID] = [SystemContext.system.newID(), SystemContext.system.newID()]
        func take(_ count: Int, of unit: RateLimitUnit = .events, _ tenant: Int) -> RateLimitStatus {
            let key: APIKey.ID = SystemContext.system.newID()
            return limiter.take(
                count,
                of: unit,
                key: key,
                tenant: tenants[tenant],
                networks: nil,
                address: "\(key)"
            )
        }

        let first = take(100, 0)
        #expect(take(60, 0).wait != nil)
        #expect(take(50, 0).wait == nil)
        let rejected = take(1, 0)

        #expect(first.wait == nil && first.headers.allSatisfy { !$0.value.contains("tenant") })
        #expect(rejected.wait != nil && rejected.headers.allSatisfy { $0.value.contains(#""tenant""#) })
        #expect(take(100, 1).wait == nil)
        #expect(take(1000, of: .bytes, 0).wait == nil && take(1, of: .bytes, 0).wait != nil)
    }

    /// Takes from a key until one network of the client is refused.
    private func flood(_ limiter: IngestLimiter, _ addresses: [String], of unit: RateLimitUnit = .events) -> Int {
        addresses.reduce(0) { sum, address in
            var taken = 0
            let networks = ClientNetworks(address)
            while limiter.take(1, of: unit, key: key, networks: networks, address: address).wait == nil {
                taken += 1
            }
            return sum + taken
        }
    }

    @Test(
        arguments: [
            (["192.0.2.1"], 10), (["192.0.2.1", "::ffff:192.0.2.1", "2002:c000:201::7"], 10),
            (["192.0.2.1", "192.0.2.2"], 20), ((1...9).map { "192.0.2.\($0)" }, 25),
            (["2001:db8::1", "2001:db8::2"], 10), (["2001:db8::1", "2001:db8:0:1::1"], 20),
            ((1...9).map { "2001:db8:0:\($0)00::1" }, 25), (["192.0.2.1", "198.51.100.1"], 20),
        ] as [([String], Int)]
    )
    func `an address has a tenth of a key, and a network a quarter`(addresses: [String], taken: Int) {
        let limiter = limiter(perKey: 100)

        #expect(flood(limiter, addresses) == taken)
        #expect(flood(limiter, ["203.0.113.1"]) == 10)
        // The share of the key that the addresses have used up is theirs again after the period.
        let networks = ClientNetworks(addresses[0])
        clock.advance(by: .seconds(10))
        let later = limiter.take(10, key: key, networks: networks, address: nil)
        #expect(later.wait == nil)
    }

    @Test func `a delivery takes no more than the share of its address, however large it is`() {
        let limiter = limiter(perKey: 100)
        func take(_ count: Int, from address: String) -> RateLimitStatus {
            limiter.take(count, key: key, networks: ClientNetworks(address), address: address)
        }

        #expect(take(10, from: "192.0.2.1").wait == nil)
        let rejected = take(.max, from: "192.0.2.1")

        #expect(rejected.wait == .seconds(10))
        #expect(rejected.headers.allSatisfy { $0.value.contains(#""key-address""#) })
        #expect(take(10, from: "203.0.113.1").wait == nil)
    }

    @Test func `bytes of a key are shared as its events are`() {
        var limits = IngestLimits()
        limits.bytesPerKey = 100
        let limiter = IngestLimiter(limits: limits, now: { [clock] in clock.now })

        #expect(flood(limiter, (1...9).map { "192.0.2.\($0)" }, of: .bytes) == 25)
        #expect(flood(limiter, ["203.0.113.1"], of: .bytes) == 10)
    }

    @Test func `another key has shares of its own`() {
        let limiter = limiter(perKey: 100)
        _ = flood(limiter, ["192.0.2.1"])
        let other: APIKey.ID = SystemContext.system.newID()

        let networks = ClientNetworks("192.0.2.1")
        #expect(limiter.take(10, key: other, networks: networks, address: "192.0.2.1").wait == nil)
    }

    @Test func `a flood of addresses is evicted, and an active key is not`() {
        let limiter = limiter(perKey: 1000, maximumBuckets: 100)

        for number in 0..<10_000 {
            _ = limiter.take(1, key: SystemContext.system.newID(), networks: nil, address: "\(number)")
            if number.isMultiple(of: 20) { _ = limiter.take(1, key: key, networks: nil, address: "own") }
        }

        #expect(limiter.count <= 100)
        #expect(limiter.take(0, key: key, networks: nil, address: "own").levels[0].left == 500)
    }
}
