import Domain

/// Lets an administrator use an app as one of its users (impersonation), to see what the user sees.
///
/// Such a session cannot change the address, the password or sign-in methods, sign the user out or delete anything. It
/// lives an hour, no longer than the administrator's own session or the key, and only while they have the permission.
/// The audit trail names the administrator for its actions, and the user's last-seen time does not change.
public struct Impersonation: Sendable {
    let users: any UserStore
    let sessions: any SessionStore
    let settings: any TenantSettingsStore
    let systemContext: SystemContext

    /// - Throws: `.notFound(.user)`, also for a user who is not active; `.denied(.outranked)` for a user with any
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
        return try await begin(session, of: found.summary.user, found.role, settings, by: principal)
    }

    private func begin(
        _ session: Session,
        of user: User,
        _ role: Role,
        _ settings: TenantSettings,
        by principal: Principal
    ) async throws(DomainError) -> SignedIn {
        let tenant = session.tenant
        let token = Credential(.appSession, tenant: tenant, random: systemContext.random(Credential.randomBytes))
        let audit = AuditDraft(
            .userImpersonated,
            by: principal,
            at: session.createdAt,
            target: .init(.user, user.id),
            changes: [.init("session", from: nil, to: session.id.description)]
        )
        try await sessions.insert(NewSession(session: session, token: CredentialHash(token), audit: audit), in: tenant)
        return SignedIn(session: session, user: user, role: role, token: token, settings: settings)
    }

    private static func impersonator(_ principal: Principal) -> Session.Impersonator? {
        switch principal.kind {
        case .user(let id): principal.session.map { .user(id, session: $0) }
        case .key(let id): .key(id)
        // Operators and the system belong to no tenant, and use no app.
        case .operator, .system: nil
        }
    }

    /// Ends the impersonation session; the administrator's own session stays.
    public func end(_ record: SessionRecord, from origin: RequestOrigin) async throws(DomainError) {
        let now = systemContext.now()
        let draft = AuditDraft(
            .sessionEnded,
            by: record.principal(from: origin),
            at: now,
            target: .init(.session, record.session.id)
        )
        let only = SessionFilter(ids: [record.session.id])
        _ = try await sessions.end(
            SessionRevocation(of: only, reason: .impersonationEnded, at: now, limit: 1),
            in: record.session.tenant
        ) { _ in draft }
    }
}
