import Domain
import StrictJSON
import Testing
import UseCases

@testable import Stores

/// The rules of the shares.
@Suite struct GrowthShareRuleTests {
    private let now = Timestamp(milliseconds: 1_795_251_600_000)
    private let shares = GrowthShares()
    private let plenty = GrowthShares.Limit(granted: 1000, left: 1000)
    private let reserve = GrowthShares.Limit(granted: 1000, left: 200)

    private func source(_ address: String?, after span: Duration = .zero) -> EventDictionary.EventSource {
        EventDictionary.EventSource(
            tenant: 1,
            receivedAt: now + span,
            networks: address.flatMap { ClientNetworks($0) },
            installation: nil
        )
    }

    /// Adds values in a transaction, and returns how many may be added.
    private func add(
        _ count: Int,
        _ claim: GrowthShares.Claim? = nil,
        from source: EventDictionary.EventSource,
        within limit: GrowthShares.Limit
    ) -> Int {
        var additions = GrowthShares.Additions()
        defer { shares.remember(additions) }
        return (0..<count).count { _ in shares.admit(.shape, claim, from: source, within: limit, &additions) }
    }

    @Test func `a network has a quarter on a day, a server what is left`() {
        #expect((1...4).map { add(90, from: source("198.51.100.\($0)"), within: plenty) } == [90, 90, 70, 0])
        #expect(add(200, from: source("198.51.101.1"), within: plenty) == 100)
        #expect(add(90, from: source("198.51.100.9", after: .days(1)), within: plenty) == 90)
        #expect(add(900, from: source(nil), within: plenty) == 900)
        #expect(add(1, from: source(nil), within: GrowthShares.Limit(granted: 1000, left: 0)) == 0)
    }

    @Test func `what was not committed does not count`() {
        var additions = GrowthShares.Additions()
        for _ in 0..<100 { _ = shares.admit(.shape, nil, from: source("198.51.100.1"), within: plenty, &additions) }

        #expect(add(200, from: source("198.51.100.1"), within: plenty) == 100)
    }

    @Test func `the last fifth is for networks that added little, and for what three networks have sent`() {
        let heavy = (1...3).map { source("198.51.\($0).1") }
        for source in heavy { #expect(add(20, from: source, within: plenty) == 20) }
        let release = GrowthShares.Claim.version("9.9.9")

        #expect(add(5, .version("1.0"), from: heavy[0], within: reserve) == 0)
        #expect(add(20, .version("1.0"), from: source("203.0.113.1"), within: reserve) == 10)
        #expect(heavy.map { add(1, release, from: $0, within: reserve) } == [0, 0, 1])
        #expect(add(100, release, from: heavy[0], within: reserve) == 49)
        #expect(add(1, release, from: heavy[1], within: GrowthShares.Limit(granted: 1000, left: 0)) == 0)
    }

    @Test func `four networks use up four fifths, and what three others send may still be added`() {
        var left = 1000
        func send(_ count: Int, _ claim: GrowthShares.Claim, from address: String) -> Int {
            var added = 0
            for _ in 0..<count {
                added += add(1, claim, from: source(address), within: .init(granted: 1000, left: left - added))
            }
            left -= added
            return added
        }
        for network in ["2001:db8:1", "2001:db8:2", "2001:db8:3", "2001:db8:4"] {
            for subnet in 1...4 { _ = send(300, .version(ByteText("0.\(network)")), from: "\(network):\(subnet)::1") }
        }

        #expect(left == 200)
        #expect((1...3).map { send(2, .version("9.9.9"), from: "2001:db8:10\($0)::1") } == [2, 2, 2])
        // Beyond the hundredths of its networks, a release has a twentieth.
        #expect((1...3).map { send(40, .version("9.9.9"), from: "2001:db8:10\($0)::1") } == [40, 26, 8])
    }

    @Test func `networks that have their share confirm a release for one that has not`() {
        let release = GrowthShares.Claim.version("9.9.9")
        #expect(add(100, from: source("198.51.100.1"), within: plenty) == 100)
        #expect(add(1, release, from: source("198.51.100.1"), within: plenty) == 0)
        for network in 1...2 { #expect(add(1, release, from: source("203.0.\(network).1"), within: plenty) == 1) }

        #expect(add(1, release, from: source("198.51.100.1"), within: plenty) == 1)
    }
}
