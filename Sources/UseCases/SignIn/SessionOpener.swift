import Domain

/// Opens the sessions of users who have been authenticated, however they were.
public struct SessionOpener: Sendable {
    let sessions: any SessionStore
    let attempts: AttemptLog
    let systemContext: SystemContext

    /// Opens a session for a user who has been authenticated.
    /// - Throws: `.notFound(.user)` also when the password has been changed meanwhile; `.conflict(.sessionLimit)` when the
    ///   user has as many sessions as the tenant allows, and the tenant rejects one more.
    func open(_ opening: SessionOpening, in context: SignInContext) async throws(DomainError) -> SignedIn {
        let (user, kind) = (opening.user, opening.kind)
        let token = Credential(
            kind == .app ? .appSession : .consoleSession,
            tenant: context.tenant.id,
            random: systemContext.random(Credential.randomBytes)
        )
        let session = newSession(opening, in: context)
        let audit = AuditDraft(
            .sessionStarted,
            by: .user(user.id, role: opening.role, from: context.origin),
            at: session.createdAt,
            target: .init(.session, session.id),
            changes: [.init("kind", from: nil, to: kind.rawValue)]
        )
        let new = NewSession(
            session: session,
            token: CredentialHash(token),
            limit: opening.limit,
            password: opening.password,
            audit: audit
        )
        try await sessions.insert(new, in: context.tenant.id)
        return SignedIn(session: session, user: user, role: opening.role, token: token, settings: opening.settings)
    }

    /// Runs `work`, which hands an opened session over to its client, such as by its tokens. When it fails the session
    /// ends, and the step of the attempt that opened it has failed.
    public func handingOver<Result, Failure>(
        _ opened: some OpenedSession,
        in context: SignInContext,
        _ work: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await endingOnFailure(opened, from: context.origin) { () throws(Failure) in
            try await attempts.handingOver(opened.session, of: opened.user.id, in: context, work)
        }
    }

    /// Runs `work`. When it fails the session ends: no client has it, and it must not count as one of the user's
    /// sessions. When the database fails here too, the session ends when it expires.
    func endingOnFailure<Result, Failure>(
        _ opened: some OpenedSession,
        from origin: RequestOrigin,
        _ work: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        do throws(Failure) { return try await work() } catch {
            await end(opened, from: origin)
            throw error
        }
    }

    private func end(_ opened: some OpenedSession, from origin: RequestOrigin) async {
        let session = opened.session
        let filter = SessionFilter(user: opened.user.id, ids: [session.id], kind: session.kind)
        let now = systemContext.now()
        let audit = AuditDraft(
            .sessionEnded,
            by: .user(opened.user.id, role: opened.role, from: origin),
            at: now,
            target: .init(.session, session.id)
        )
        _ = try? await sessions.end(
            SessionRevocation(of: filter, reason: .signedOut, at: now, limit: 1),
            in: session.tenant
        ) { _ in audit }
    }

    private func newSession(_ opening: SessionOpening, in context: SignInContext) -> Session {
        let (now, settings) = (systemContext.now(), opening.settings)
        let lifetimes = opening.kind == .app ? settings.sessions : .console
        return Session(
            id: systemContext.newID(),
            tenant: context.tenant.id,
            user: opening.user.id,
            kind: opening.kind,
            device: settings.isAnonymous ? context.device.unnamed : context.device,
            address: settings.isAnonymous ? nil : context.origin.address,
            createdAt: now,
            lastSeenAt: now,
            expiresAt: lifetimes.expiry(createdAt: now, lastSeenAt: now),
            provider: opening.provider
        )
    }
}
