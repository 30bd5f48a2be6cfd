import Domain
import Foundation

/// Lists and ends the signed-in user's own sessions.
public struct SessionSelfService: Sendable {
    let sessions: any SessionStore
    let now: @Sendable () -> Timestamp

    public init(sessions: any SessionStore, now: @escaping @Sendable () -> Timestamp) {
        self.sessions = sessions
        self.now = now
    }

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
    public func signOut(_ record: SessionRecord, from origin: Principal.Origin) async throws(DomainError) {
        try await end([record.session.id], of: record, reason: .signedOut, except: nil, origin)
    }

    /// Ends one session of the user. Ignores an unknown session, or one of another user.
    public func end(_ id: Session.ID, by record: SessionRecord, from origin: Principal.Origin) async throws(DomainError)
    {
        try await end([id], of: record, reason: .revokedByUser, except: nil, origin)
    }

    /// Ends all app sessions of the user except the requesting one.
    public func endOthers(by record: SessionRecord, from origin: Principal.Origin) async throws(DomainError) {
        try await end(nil, of: record, reason: .revokedByUser, except: record.session.id, origin)
    }

    /// Ends all app sessions of the user, including the requesting one, and the app's consent at Apple where the tenant
    /// wants that.
    public func endAll(by record: SessionRecord, from origin: Principal.Origin) async throws(DomainError) {
        try await end(
            nil,
            of: record,
            reason: .revokedByUser,
            except: nil,
            withdraws: record.terms.revokesAtApple,
            origin
        )
    }

    private func end(
        _ ids: [Session.ID]?,
        of record: SessionRecord,
        reason: Session.EndReason,
        except: Session.ID?,
        withdraws: Bool = false,
        _ origin: Principal.Origin
    ) async throws(DomainError) {
        var filter = SessionFilter(user: record.user.id, ids: ids, kind: record.session.kind)
        filter.except = except
        // An impersonator ends their own session only.
        if record.session.impersonator != nil { filter.ids = [record.session.id].filter { ids?.contains($0) ?? true } }
        let chosen = filter
        let principal = record.principal(from: origin)
        let moment = now()
        let target = ids?.first.map { AuditEntry.Target(.session, $0) } ?? .init(.user, record.user.id)
        _ = try await sessions.end(
            chosen,
            reason: reason,
            limit: TenantSettings.sessionCounts.upperBound * 2,
            withdrawingAtApple: withdraws && record.session.impersonator == nil ? record.user.id : nil,
            in: record.session.tenant
        ) { ended in
            AuditDraft(
                ids == nil ? .sessionsEnded : .sessionEnded,
                by: principal,
                at: moment,
                target: target,
                changes: ids == nil ? [.init("count", from: nil, to: String(ended))] : []
            )
        }
    }
}
