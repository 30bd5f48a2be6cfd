import Domain
import Fixtures
import Testing

@testable import UseCases

/// The shares that networks have of the budget of a day: a key may store 100,000 bytes.
@Suite struct IngestBudgetTests {
    private let acme: TestTenant
    private let key: KeyRecord
    private let budget: IngestBudget

    init() async throws {
        let limits = IngestBudget.Limits(perKey: 100_000, perTenant: .max)
        let acme = try await TestTenant("acme", in: Installation(ingestBudget: limits))
        self.acme = acme
        key = try #require(try await acme.services.authenticator.key(acme.creation.ingestKey.text, .ingest))
        budget = acme.services.intake.budget
    }

    /// Stores a thousand bytes after the other until that is refused.
    private func flood(from address: String) async throws -> (bytes: Int64, rejection: IngestBudget.Rejection) {
        let networks = ClientNetworks(address)
        var bytes: Int64 = 0
        while true {
            if let rejection = try await budget.admit(key, from: networks) { return (bytes, rejection) }
            budget.record(1000, by: key, from: networks)
            bytes += 1000
        }
    }

    @Test func `an address has a tenth, its network a quarter, and other networks have the rest`() async throws {
        let first = try await flood(from: "192.0.2.1")
        let second = try await flood(from: "192.0.2.2")
        let third = try await flood(from: "192.0.2.3")
        let other = try await flood(from: "198.51.100.1")

        #expect(first.bytes == 10_000 && first.rejection.exhausted == .address && first.rejection.bytes == 10_000)
        #expect(second.bytes == 10_000 && second.rejection.exhausted == .address)
        #expect(third.bytes == 5000 && third.rejection.exhausted == .network && third.rejection.bytes == 25_000)
        #expect(other.bytes == 10_000)
        // The clock of tests begins at nine o'clock.
        #expect([first, second, third, other].allSatisfy { $0.rejection.retryAfter == .hours(15) })
        #expect(budget.rejected == 4)
    }

    @Test func `the last fifth is for networks that have sent little`() async throws {
        let known = ClientNetworks("203.0.113.1")
        #expect(try await budget.admit(key, from: known) == nil)
        budget.record(150, by: key, from: known)

        var flooded: Int64 = 0
        var last: IngestBudget.Rejection?
        for network in 1...4 {
            for address in 1...3 {
                let flood = try await flood(from: "192.0.\(network).\(address)")
                flooded += flood.bytes
                last = flood.rejection
            }
        }
        let ofKnown = try await budget.admit(key, from: known)
        var fresh: [(bytes: Int64, rejection: IngestBudget.Rejection)] = []
        for network in 1...30 { fresh.append(try await flood(from: "198.51.\(network).1")) }

        #expect(flooded == 80_000)
        #expect(last?.exhausted == .reserve && last?.bytes == 100)
        #expect(ofKnown?.exhausted == .reserve)
        #expect(fresh.prefix(20).allSatisfy { $0.bytes == 1000 })
        #expect(fresh.prefix(19).allSatisfy { $0.rejection.exhausted == .reserve })
        #expect(fresh.dropFirst(20).allSatisfy { $0.bytes == 0 && $0.rejection.exhausted == .budget })
    }

    @Test func `a network that has sent more than little does not use the last fifth`() async throws {
        let (known, fresh) = (ClientNetworks("203.0.113.1"), ClientNetworks("198.51.100.1"))
        budget.record(100, by: key, from: known)
        _ = try await budget.admit(key, from: known)
        budget.record(79_000, by: key, from: nil)
        #expect(try await budget.admit(key, from: known) == nil)

        budget.record(1000, by: key, from: nil)

        #expect(try await budget.admit(key, from: known)?.exhausted == .reserve)
        #expect(try await budget.admit(key, from: fresh) == nil)
        #expect(try await budget.admit(key, from: nil) == nil)
    }

    @Test func `a network has no more of a tenant with the tenant's other keys`() async throws {
        let limits = IngestBudget.Limits(perKey: .max, perTenant: 100_000)
        let acme = try await TestTenant("acme", in: Installation(ingestBudget: limits))
        let budget = acme.services.intake.budget
        let (_, text) = try await acme.services.keys.create(kind: .ingest, name: "Other", grant: acme.system.grant())
        let keys = [acme.creation.ingestKey.text, text.text]
        let networks = ClientNetworks("192.0.2.1")

        for text in keys {
            let key = try #require(try await acme.services.authenticator.key(text, .ingest))
            #expect(try await budget.admit(key, from: networks) == nil)
            budget.record(5000, by: key, from: networks)
        }

        for text in keys {
            let key = try #require(try await acme.services.authenticator.key(text, .ingest))
            let rejection = try #require(try await budget.admit(key, from: networks))
            #expect(rejection.exhausted == .address && rejection.bytes == 10_000)
            #expect(try await budget.admit(key, from: ClientNetworks("192.0.2.2")) == nil)
        }
    }

    @Test func `a client without networks has the whole budget, and uses it up at once`() async throws {
        #expect(try await budget.admit(key, from: nil) == nil)
        budget.record(99_999, by: key, from: nil)
        #expect(try await budget.admit(key, from: nil) == nil)
        budget.record(1, by: key, from: nil)

        let rejection = try #require(try await budget.admit(key, from: nil))
        #expect(rejection.exhausted == .budget && rejection.bytes == 100_000)
    }

    @Test func `shares begin anew with the day`() async throws {
        _ = try await flood(from: "192.0.2.1")

        acme.installation.clock.advance(by: .hours(15))

        #expect(try await flood(from: "192.0.2.1").bytes == 10_000)
    }

    @Test func `what a network floods with is left out for that network alone`() async throws {
        let intake = acme.services.intake
        let networks = ClientNetworks("192.0.2.1")
        _ = try await budget.admit(key, from: networks)

        budget.record(9200, by: key, from: networks)

        #expect(try await intake.sheddingLevel(for: key, from: networks) == .information)
        #expect(try await intake.sheddingLevel(for: key, from: ClientNetworks("192.0.2.2")) == .none)
        #expect(try await intake.sheddingLevel(for: key, from: ClientNetworks("198.51.100.1")) == .none)
        #expect(try await intake.sheddingLevel(for: key, from: nil) == .none)
    }

    @Test func `a stored delivery is counted for the networks of its client, and a repeated one is not`() async throws {
        let networks = ClientNetworks("192.0.2.1")
        let events = (0..<10).map { acme.event($0) }

        try await acme.deliver(events, from: "192.0.2.1")
        let once = try await budget.used(by: key, from: networks)
        try await acme.deliver(events, from: "192.0.2.1")
        let twice = try await budget.used(by: key, from: networks)

        let all = try await budget.used(by: key, from: ClientNetworks("198.51.100.1"))
        // A tenth of the budget: what it used is ten times the part of the whole budget.
        #expect(all > 0 && abs(once - 10 * all) < once / 10)
        #expect(twice - once < once / 10)
    }
}
