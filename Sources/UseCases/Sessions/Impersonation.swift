import Domain
import Foundation

/// Using an app as one of its people, to see what they see.
///
/// Such a session changes neither address nor password nor ways to sign in, signs nobody out and deletes nothing. It
/// lives an hour, no longer than the administrator's own session or the key, and only while their right does. What is
/// done in it is theirs in the audit, and the person is not seen by it.
public struct Impersonation: Sendable {
    let users: any UserStore
    let sessions: any SessionStore
    let settings: any TenantSettingsStore
    let systemContext: SystemContext

    /// - Throws: `.notFound(.user)`, also for someone who is not active; `.denied(.outranked)` for who has any
    ///   permission; `.denied(.proofNeeded)`.
    public func begin(
        as id: User.ID,
        on device: Device,
        grant: Grant<ImpersonateUsers>
    ) async throws(DomainError) -> SignedIn {
        let (now, principal) = (systemContext.now(), grant.principal)
        try principal.mustHaveProven(by: now)
        guard let impersonator = Self.impersonator(principal) else {
            throw .denied(.missingPermission(.impersonateUsers))
        }
        let settings = try await settings.settings(of: grant.tenant).settings
        let found = try await users.user(id, in: grant.tenant)
        try principal.mayImpersonate(found.role)
        let user = found.summary.user
        let session = Session(
            id: systemContext.newID(),
            tenant: grant.tenant,
            user: id,
            kind: .app,
            device: settings.isAnonymous ? device.unnamed : device,
            address: settings.isAnonymous ? nil : principal.origin?.address,
            createdAt: now,
            lastSeenAt: now,
            expiresAt: now + Session.impersonationLifetime,
            impersonator: impersonator
        )
        let token = Credential(.appSession, tenant: grant.tenant, random: systemContext.random(Credential.randomBytes))
        let audit = AuditDraft(
            .userImpersonated,
            by: principal,
            at: now,
            target: .init(.user, id),
            changes: [.init("session", from: nil, to: session.id.description)]
        )
        try await sessions.insert(
            NewSession(session: session, token: CredentialHash(token), audit: audit),
            in: grant.tenant
        )
        return SignedIn(session: session, user: user, role: found.role, token: token)
    }

    private static func impersonator(_ principal: Principal) -> Session.Impersonator? {
        switch principal.kind {
        case .user(let id): principal.session.map { .user(id, session: $0) }
        case .key(let id): .key(id)
        // They belong to no tenant, and come by no app.
        case .operator, .system: nil
        }
    }

    /// Ends the session in which someone acts as someone else; the administrator's own goes on.
    public func end(_ record: SessionRecord, from origin: Principal.Origin) async throws(DomainError) {
        let draft = AuditDraft(
            .sessionEnded,
            by: record.principal(from: origin),
            at: systemContext.now(),
            target: .init(.session, record.session.id)
        )
        _ = try await sessions.end(
            SessionFilter(ids: [record.session.id]),
            reason: .impersonationEnded,
            limit: 1,
            in: record.session.tenant
        ) { _ in draft }
    }
}
