#if PostgreSQL
import Domain
import Fixtures
import Stores
import Testing

@testable import Database
@testable import UseCases

/// A leaked key on the other nodes of an installation.
@Suite(.needsPostgres, .timeLimit(.minutes(10))) struct LeakedKeyNodeTests {
    private let acme: TestTenant
    private let signedIn: SignedIn
    private let tokens: IssuedTokens

    init() async throws {
        acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada")
        signedIn = try await acme.signIn(ada)
        tokens = try await acme.services.accessTokens.issue(
            for: signedIn.session,
            tenant: acme.tenant,
            method: .password
        )
    }

    /// One more node, with connections of its own.
    private func node() throws -> (services: Services, database: PostgresDatabase) {
        let (installation, clock) = (acme.installation, acme.installation.clock)
        let database = PostgresDatabase(try #require(installation.control as? PostgresDatabase).options)
        let databases = StoreDatabases(control: database, events: installation.events) { _ in }
        let stores = DatabaseStores(databases, chain: installation.chain, now: { clock.now })
        return (installation.services(over: stores), database)
    }

    private func failure(on services: Services) async -> AuthFailure? {
        do throws(AuthFailure) {
            _ = try await services.authenticator.session(accessToken: tokens.accessToken, in: acme.tenant)
            return nil
        } catch { return error }
    }

    @Test func `a node that keeps the keys in memory hears of it and refuses too, and refreshes with the new key`()
        async throws
    {
        let (services, database) = try node()
        let (signals, heard) = AsyncStream<ChangeFeed.Signal>.makeStream()
        database.changes.watch { heard.yield($0) }
        database.listen()
        var iterator = signals.makeAsyncIterator()
        #expect(await iterator.next() == .gap)
        #expect(await failure(on: services) == nil)

        let new = try await acme.services.signingKeys.replaceLeaked(grant: acme.system.grant())
        while let signal = await iterator.next(), signal != .change(Change("signing_keys", of: acme.tenant.id.uuid)) {}

        #expect(await failure(on: services) == .accessToken(.expired))
        let refreshed = try await services.refreshes.refresh(tokens.refreshToken, in: acme.context())
        #expect(CompactJWS(refreshed.tokens.accessToken)?.keyName == new.name)
        try await database.close()
    }

    @Test func `a node that cannot hear the others asks the database, and refuses at once`() async throws {
        let (services, database) = try node()
        #expect(await failure(on: services) == nil)

        _ = try await acme.services.signingKeys.replaceLeaked(grant: acme.system.grant())

        #expect(await failure(on: services) == .accessToken(.expired))
        try await database.close()
    }

    @Test func `a node with a clock behind signs with the new key all the same`() async throws {
        acme.installation.clock.advance(by: .seconds(5))
        let new = try await acme.services.signingKeys.replaceLeaked(grant: acme.system.grant())
        acme.installation.clock.advance(by: .seconds(-5))
        let (services, database) = try node()

        #expect(try await services.signingKeys.signer(of: acme.tenant.id).key.name == new.name)
        try await database.close()
    }
}
#endif
