import Domain

/// Lists and ends the signed-in user's own sessions.
public struct SessionSelfService: Sendable {
    let sessions: any SessionStore
    let now: @Sendable () -> Timestamp

    /// Returns the user's live app sessions, latest seen first, up to the highest number that a tenant may allow.
    public func list(of record: SessionRecord) async throws(DomainError) -> [Session] {
        var filter = SessionFilter(user: record.user.id, kind: .app, life: .alive)
        filter.isOwn = true
        let page = try await sessions.page(
            filter,
            PageRequest(limit: TenantSettings.sessionCounts.upperBound),
            at: now(),
            in: record.session.tenant
        )
        return page.items.map(\.session)
    }

    /// Signs the user out: ends the session of the request.
    public func signOut(_ record: SessionRecord, from origin: RequestOrigin) async throws(DomainError) {
        try await end(Ending([record.session.id], reason: .signedOut), of: record, from: origin)
    }

    /// Ends one session of the user. Ignores an unknown session, or one of another user.
    public func end(_ id: Session.ID, by record: SessionRecord, from origin: RequestOrigin) async throws(DomainError) {
        try await end(Ending([id]), of: record, from: origin)
    }

    /// Ends all app sessions of the user except the requesting one.
    public func endOthers(by record: SessionRecord, from origin: RequestOrigin) async throws(DomainError) {
        try await end(Ending(except: record.session.id), of: record, from: origin)
    }

    /// Ends all app sessions of the user, including the requesting one, and the app's consent at Apple where the tenant
    /// wants that.
    public func endAll(by record: SessionRecord, from origin: RequestOrigin) async throws(DomainError) {
        try await end(Ending(withdraws: record.terms.revokesAtApple), of: record, from: origin)
    }

    /// Says which of a user's own sessions end.
    private struct Ending {
        /// Nil for all.
        let ids: [Session.ID]?
        let reason: Session.EndReason
        let except: Session.ID?
        /// The app's consent at Apple ends too.
        let withdraws: Bool

        init(
            _ ids: [Session.ID]? = nil,
            reason: Session.EndReason = .revokedByUser,
            except: Session.ID? = nil,
            withdraws: Bool = false
        ) {
            self.ids = ids
            self.reason = reason
            self.except = except
            self.withdraws = withdraws
        }
    }

    private func end(_ ending: Ending, of record: SessionRecord, from origin: RequestOrigin) async throws(DomainError) {
        let ids = ending.ids
        var filter = SessionFilter(user: record.user.id, ids: ids, kind: record.session.kind)
        filter.except = ending.except
        // An impersonator ends their own session only.
        if record.session.impersonator != nil { filter.ids = [record.session.id].filter { ids?.contains($0) ?? true } }
        let isImpersonated = record.session.impersonator != nil
        let now = now()
        let revocation = SessionRevocation(
            of: filter,
            reason: ending.reason,
            at: now,
            limit: TenantSettings.sessionCounts.upperBound * 2,
            appleUser: ending.withdraws && !isImpersonated ? record.user.id : nil
        )
        let principal = record.principal(from: origin)
        let target = ids?.first.map { AuditEntry.Target(.session, $0) } ?? .init(.user, record.user.id)
        _ = try await sessions.end(revocation, in: record.session.tenant) { ended in
            AuditDraft(
                ids == nil ? .sessionsEnded : .sessionEnded,
                by: principal,
                at: now,
                target: target,
                changes: ids == nil ? [.init("count", from: nil, to: String(ended.count))] : []
            )
        }
    }
}
