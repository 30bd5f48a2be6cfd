#if PostgreSQL
@_spi(Admission) import Domain
import Fixtures
import Foundation
import Stores
import Testing

@testable import Database
@testable import UseCases

/// The rules of a tenant on the other nodes of an installation.
@Suite(.needsPostgres, .timeLimit(.minutes(10))) struct CauseRuleNodeTests {
    @Test func `a changed rule applies to the next delivery on another node that listens`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let installation = acme.installation
        let database = PostgresDatabase(try #require(installation.control as? PostgresDatabase).options)
        let databases = StoreDatabases(control: database, events: installation.events) { _ in }
        let clock = installation.clock
        let stores = DatabaseStores(databases, chain: installation.chain, now: { clock.now })
        let known = KnownCauseRules(store: stores.causeRules, now: { clock.now })
        let (signals, heard) = AsyncStream<ChangeFeed.Signal>.makeStream()
        database.changes.watch { heard.yield($0) }
        database.listen()
        var iterator = signals.makeAsyncIterator()
        #expect(await iterator.next() == .gap)
        #expect(await known.rules(of: acme.tenant.id) == .none)

        let draft = CauseRuleDraft(domain: "MyApp", code: nil, stage: nil, canonical: "net.timeout")
        let rule = try await acme.services.causeRules.create(draft, grant: acme.system.grant())
        while let signal = await iterator.next(), signal != .change(Change("cause_rules", of: acme.tenant.id.uuid)) {}

        #expect(await known.rules(of: acme.tenant.id).all == [rule])
        try await database.close()
    }
}
#endif
