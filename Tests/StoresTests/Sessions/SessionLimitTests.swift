import Domain
import Fixtures
import Testing
import UseCases

/// What happens to a sign-in beyond the tenant's maximum number of sessions.
@Suite struct SessionLimitTests {
    private let acme: Household
    private let ada: User

    init() async throws {
        acme = try await Household("acme", in: Installation())
        ada = try await acme.add("Ada", role: .admin)
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

    @Test(arguments: SessionLimit.Action.allCases)
    func `sign-ins at once never exceed the limit`(action: SessionLimit.Action) async throws {
        let limit = SessionLimit(maximum: 3, action: action)

        let began = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { try await self.begin(limit) } }
            return try await group.reduce(into: 0) { count, isBegun in count += isBegun ? 1 : 0 }
        }

        #expect(began == (action == .refuse ? 3 : 8))
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
