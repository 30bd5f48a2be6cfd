@_spi(Admission) import Domain
import Fixtures
import Stores
import Testing

@testable import UseCases

/// An administrator ends one session.
@Suite struct SingleRevocationTests {
    private let acme: TestTenant
    private let control: StatementCounter
    /// Over databases that are counted.
    private let sessions: SessionAdministration
    private let ada: User
    private let signedIn: SignedIn

    init() async throws {
        let installation = try await Installation()
        let clock = installation.clock
        acme = try await TestTenant("acme", in: installation)
        control = StatementCounter(installation.control)
        let stores = DatabaseStores(
            StoreDatabases(control: control, events: installation.events) { _ in },
            chain: installation.chain,
            now: { clock.now }
        )
        sessions = SessionAdministration(sessions: stores.sessions, now: { clock.now })
        ada = try await acme.add("Ada", role: .admin)
        signedIn = try await acme.signIn(ada)
    }

    private var isLive: Bool {
        get async throws {
            try await acme.services.authenticator.session(signedIn.token.text, in: acme.tenant.id) != nil
        }
    }

    private var entries: Int {
        get async throws {
            try await acme.services.audit.page(
                PageRequest(),
                filter: AuditFilter(target: signedIn.session.id.description),
                grant: acme.system.grant()
            ).items.count { $0.action == .sessionEnded }
        }
    }

    /// Lists are read with a deadline and may answer that a search is too broad; a revocation may not.
    @Test func `ending a session is one transaction that writes`() async throws {
        _ = control.take()

        try await sessions.end(signedIn.session.id, of: ada.id, grant: acme.system.grant())

        let work = control.take()
        #expect(work.map(\.isWrite) == [true])
        #expect(try await !isLive)
        #expect(try await entries == 1)
    }

    @Test func `ending all that match reads and writes in one transaction`() async throws {
        let own = try await acme.signIn(ada)
        let principal = Principal.user(ada.id, role: try role(.admin), from: nil)
            .acting(in: own.session.id, provedAt: acme.installation.clock.now)
        _ = control.take()

        let ending = try await sessions.end(
            SessionFilter(user: ada.id),
            grant: Access(tenant: acme.tenant.id, principal: principal).grant()
        )

        #expect(control.take().map(\.isWrite) == [true])
        #expect(ending == SessionEnding(count: 1, keepsOwn: true))
        #expect(try await !isLive)
    }

    @Test func `a session of another user, or none, is not found and stays`() async throws {
        let karl = try await acme.add("Karl")
        let other = try await TestTenant("other", in: acme.installation)

        for (user, access) in [(karl.id, acme.system), (ada.id, other.system)] {
            await #expect(throws: DomainError.notFound(.session)) {
                try await sessions.end(signedIn.session.id, of: user, grant: access.grant())
            }
        }
        await #expect(throws: DomainError.notFound(.session)) {
            try await sessions.end(Session.ID(acme.tenant.id.uuid), grant: acme.system.grant())
        }

        #expect(try await isLive)
        #expect(try await entries == 0)
    }

    @Test func `a session of a user who ranks higher stays`() async throws {
        let vic = acme.access(try await acme.add("Vic", role: .onCall), as: try role(.onCall))

        await #expect(throws: DomainError.denied(.outranked)) {
            try await sessions.end(signedIn.session.id, grant: vic.grant())
        }

        #expect(try await isLive)
        #expect(try await entries == 0)
    }

    @Test(arguments: [true, false]) func `a session that has ended stays as it is`(isExpired: Bool) async throws {
        if isExpired {
            acme.installation.clock.advance(by: .days(400))
        } else {
            try await sessions.end(signedIn.session.id, grant: acme.system.grant())
        }
        let (before, session) = try await (entries, stored)

        try await sessions.end(signedIn.session.id, grant: acme.system.grant())

        #expect(try await entries == before)
        #expect(try await stored == session)
    }

    private var stored: Session {
        get async throws {
            let filter = SessionFilter(ids: [signedIn.session.id])
            let page = try await sessions.page(filter, PageRequest(), grant: acme.system.grant())
            return try #require(page.items.first).session
        }
    }

    private func role(_ name: Role.Name) throws -> Role { try #require(Role.builtIn.first { $0.name == name }) }
}
