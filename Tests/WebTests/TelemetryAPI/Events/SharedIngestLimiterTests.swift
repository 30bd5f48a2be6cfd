import Database
import Domain
import Fixtures
import Testing

@testable import UseCases
@testable import WebCore

/// Two nodes over one database; a bucket holds 200 for a key, so a share is 10.
@Suite struct SharedIngestLimiterTests {
    private let acme: TestTenant
    private let key: APIKey
    private let nodes: [SharedIngestLimiter]

    init() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        self.acme = acme
        let now = acme.installation.clock.now
        key = APIKey(
            id: SystemContext.system.newID(),
            tenant: acme.tenant.id,
            kind: .ingest,
            name: "",
            hint: "",
            createdAt: now,
            lastUsedAt: nil,
            revokedAt: nil
        )
        var limits = IngestLimits(eventsPerKey: 200)
        limits.eventsPerAddress = 2000
        nodes = [0, 1].map { [limits] _ in
            SharedIngestLimiter(limits: limits, shared: acme.services.limiter) { [clock = acme.installation.clock] in
                clock.now
            }
        }
    }

    /// - Returns: how many of 100 deliveries of 5 are admitted, in turn on both nodes.
    private func admittedDeliveries() async throws -> Int {
        var count = 0
        for number in 0..<100 {
            let taken = try await nodes[number % 2].take(5, key: key, networks: nil, address: "a")
            if taken.wait == nil { count += 1 }
        }
        return count
    }

    @Test func `all nodes together admit the limit of one node, plus a share for each node`() async throws {
        #expect(try await admittedDeliveries() == (200 + 2 * 10) / 5)
    }

    @Test func `a bucket is refilled over its period, for all nodes`() async throws {
        _ = try await admittedDeliveries()

        acme.installation.clock.advance(by: .seconds(10))

        #expect(try await admittedDeliveries() == (200 + 2 * 10) / 5)
    }

    @Test func `a rejected client gets a retry time, and no tokens are taken`() async throws {
        _ = try await admittedDeliveries()

        let rejected = try await nodes[0].take(20, key: key, networks: nil, address: "a")
        acme.installation.clock.advance(by: .seconds(1))

        #expect(rejected.wait == .seconds(1))
        // The address has a share of 100 here, of which 110 went, and borrowed 100 of its 2000.
        #expect(rejected.levels.filter { !$0.isWide }.map(\.left) == [0, 1990])
        #expect(try await nodes[0].take(20, key: key, networks: nil, address: "a").wait == nil)
    }

    @Test func `a delivery larger than the bucket passes when the bucket is full`() async throws {
        #expect(try await nodes[0].take(500, key: key, networks: nil, address: "a").wait == nil)
        #expect(try await nodes[1].take(50, key: key, networks: nil, address: "a").wait != nil)
    }

    @Test func `an address has a tenth of a key over all nodes, and other addresses have the rest`() async throws {
        func taken(from address: String) async throws -> Int {
            var count = 0
            for number in 0..<100 {
                let status = try await nodes[number % 2].take(
                    1,
                    key: key,
                    networks: ClientNetworks(address),
                    address: address
                )
                if status.wait == nil { count += 1 }
            }
            return count
        }

        // A node grants one of twenty without the database.
        #expect(try await taken(from: "192.0.2.1") == 20 + 2)
        #expect(try await taken(from: "203.0.113.1") == 20 + 2)
    }

    @Test func `a client that sends little causes no database writes`() async throws {
        for number in 0..<50 { _ = try await nodes[0].take(10, key: newKey(), networks: nil, address: "\(number)") }

        let buckets = try await acme.installation.control.read(.installation("test")) { transaction in
            try transaction.value("SELECT count(*) FROM rate_limits", as: Int.self)
        }
        #expect(buckets == 0)
    }

    private func newKey() -> APIKey {
        APIKey(
            id: SystemContext.system.newID(),
            tenant: key.tenant,
            kind: .ingest,
            name: "",
            hint: "",
            createdAt: key.createdAt,
            lastUsedAt: nil,
            revokedAt: nil
        )
    }
}
