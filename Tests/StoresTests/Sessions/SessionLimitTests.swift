import Domain
import Fixtures
import Testing
import UseCases

/// What happens to a sign-in beyond the tenant's maximum number of sessions.
@Suite struct SessionLimitTests {
    private let acme: TestTenant
    private let ada: User

    init() async throws {
        acme = try await TestTenant("acme", in: Installation())
        ada = try await acme.add("Ada", role: .admin)
    }

    private func limit(_ maximum: Int, _ action: SessionLimit.Action) async throws {
        try await acme.set { ($0.sessionsPerUser, $0.sessionLimitAction) = (maximum, action) }
    }

    private func sessions(_ kind: Session.Kind = .app) async throws -> [Session] {
        try await acme.services.sessions.page(
            SessionFilter(user: ada.id, kind: kind),
            PageRequest(limit: 100),
            grant: acme.system.grant()
        ).items.map(\.session)
    }

    private func alive() async throws -> Set<Session.ID> {
        Set(try await sessions().filter { $0.isAlive(at: acme.installation.clock.now) }.map(\.id))
    }

    @Test func `a tenant that has set nothing ends the oldest session`() {
        #expect(TenantSettings.standard.sessionLimit == SessionLimit(maximum: 20, action: .endOldest))
    }

    @Test func `the sign-in beyond the limit is refused, and the sessions stay as they were`() async throws {
        try await limit(2, .reject)
        _ = try await acme.signIn(ada)
        _ = try await acme.signIn(ada)
        let before = try await sessions()
        let seenAt = try await acme.services.users.user(ada.id, grant: acme.system.grant()).summary.user.lastSeenAt
        acme.installation.clock.advance(by: .minutes(5))

        await #expect(throws: AuthFailure.signIn(.sessionLimit)) { try await acme.signIn(ada) }

        #expect(try await sessions() == before)
        let user = try await acme.services.users.user(ada.id, grant: acme.system.grant()).summary.user
        #expect(user.lastSeenAt == seenAt)
    }

    @Test func `a session that ended or expired leaves room for the next sign-in`() async throws {
        try await limit(1, .reject)
        let first = try await acme.signIn(ada)

        try await acme.services.sessions.end(first.session.id, grant: acme.system.grant())
        let second = try await acme.signIn(ada)
        acme.installation.clock.advance(by: .days(31))
        let third = try await acme.signIn(ada)

        #expect(second.session.id != third.session.id)
        #expect(try await alive() == [third.session.id])
    }

    @Test func `a session of another user or another tenant takes no room`() async throws {
        try await limit(1, .reject)
        let globex = try await TestTenant("globex", in: acme.installation)
        _ = try await globex.signIn(try await globex.add("Ada"))
        _ = try await acme.signIn(try await acme.add("Kim"))

        let signedIn = try await acme.signIn(ada)

        #expect(try await alive() == [signedIn.session.id])
    }

    @Test func `the session that was used least recently ends when the new one begins`() async throws {
        try await limit(2, .endOldest)
        let clock = acme.installation.clock
        let (first, second) = (try await acme.signIn(ada), try await acme.signIn(ada))
        clock.advance(by: .minutes(5))
        _ = try await acme.services.authenticator.session(first.token.text, in: acme.tenant.id)
        try await acme.services.activity.flush()
        clock.advance(by: .minutes(5))

        let third = try await acme.signIn(ada)

        let ended = try #require(try await sessions().first { $0.id == second.session.id })
        #expect(ended.endReason == .tooManySessions && ended.endedAt == third.session.createdAt)
        #expect(try await alive() == [first.session.id, third.session.id])
    }

    @Test(arguments: SessionLimit.Action.allCases)
    func `sign-ins at once never exceed the limit`(action: SessionLimit.Action) async throws {
        let limit = SessionLimit(maximum: 3, action: action)

        let began = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { try await self.begin(limit) } }
            return try await group.reduce(into: 0) { count, isStarted in count += isStarted ? 1 : 0 }
        }

        #expect(began == (action == .reject ? 3 : 8))
        #expect(try await alive().count == 3)
    }

    /// Opens a session without a password, which would take its turns.
    /// - Returns: false when it is refused.
    private func begin(_ limit: SessionLimit) async throws -> Bool {
        let (now, tenant) = (acme.installation.clock.now, acme.tenant.id)
        let id = Session.ID(.version7(at: now, random: (.random(in: .min ... .max), .random(in: .min ... .max))))
        let session = Session(
            id: id,
            tenant: tenant,
            user: ada.id,
            kind: .app,
            device: Device(),
            address: nil,
            createdAt: now,
            lastSeenAt: now,
            expiresAt: now + .hours(1)
        )
        let token = Credential(
            .appSession,
            tenant: tenant,
            random: SystemContext.system.random(Credential.randomBytes)
        )
        let new = NewSession(
            session: session,
            token: CredentialHash(token),
            limit: limit,
            audit: AuditDraft(.sessionStarted, by: .system, at: now, target: .init(.session, id))
        )
        do throws(DomainError) { try await acme.installation.stores.sessions.insert(new, in: tenant) } catch {
            guard error == .conflict(.sessionLimit) else { throw error }
            return false
        }
        return true
    }
}
