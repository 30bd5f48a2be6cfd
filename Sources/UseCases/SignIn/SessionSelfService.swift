import Domain
import Foundation

/// What a signed-in person does with their own sessions.
public struct SessionSelfService: Sendable {
    let sessions: any SessionStore
    let now: @Sendable () -> Timestamp

    public init(sessions: any SessionStore, now: @escaping @Sendable () -> Timestamp) {
        self.sessions = sessions
        self.now = now
    }

    /// The person's live app sessions, latest seen first; a person has at most as many as the most that a tenant may
    /// allow.
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

    /// Signs out: ends the session that the request came with.
    public func signOut(_ record: SessionRecord, from origin: Principal.Origin) async throws(DomainError) {
        try await end([record.session.id], of: record, reason: .signedOut, except: nil, origin)
    }

    /// Ends one session of the same person. Someone else's, or an unknown one, is left alone without a word.
    public func end(_ id: Session.ID, by record: SessionRecord, from origin: Principal.Origin) async throws(DomainError)
    {
        try await end([id], of: record, reason: .revokedByUser, except: nil, origin)
    }

    /// Ends all app sessions of the person but the one that asks.
    public func endOthers(by record: SessionRecord, from origin: Principal.Origin) async throws(DomainError) {
        try await end(nil, of: record, reason: .revokedByUser, except: record.session.id, origin)
    }

    /// Ends all app sessions of the person, the one that asks too, and the app's right at Apple where the tenant wants
    /// it so.
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
        // Who acts as someone else leaves, and signs nobody out.
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
