import Domain
import Foundation

/// What an administrator does with the sessions of a tenant.
public struct SessionAdministration: Sendable {
    /// Ended in one transaction, so that a large number never holds the writer for long.
    static let step = 2000

    let sessions: any SessionStore
    let now: @Sendable () -> Timestamp

    public init(sessions: any SessionStore, now: @escaping @Sendable () -> Timestamp) {
        self.sessions = sessions
        self.now = now
    }

    public func page(
        _ filter: SessionFilter, _ request: PageRequest, grant: Grant<ReadSessions>
    ) async throws(DomainError) -> Page<SessionSummary> {
        try await sessions.page(filter, request, at: now(), in: grant.tenant)
    }

    /// How many live sessions `end` with the same filter would end.
    public func preview(_ filter: SessionFilter, grant: Grant<RevokeSessions>) async throws(DomainError) -> Int {
        try await sessions.count(Self.alive(filter), rank: grant.principal.rank, at: now(), in: grant.tenant)
    }

    /// Ends one session. Ending an ended one changes nothing.
    /// - Throws: `.notFound(.session)`, `.denied(.outranked)` when it is someone's of higher rank.
    public func end(_ id: Session.ID, grant: Grant<RevokeSessions>) async throws(DomainError) {
        let only = SessionFilter(ids: [id])
        guard try await sessions.page(only, PageRequest(limit: 1), at: now(), in: grant.tenant).items.first != nil else {
            throw .notFound(.session)
        }
        guard try await sessions.count(only, rank: grant.principal.rank, at: now(), in: grant.tenant) > 0 else {
            throw .denied(.outranked)
        }
        let audit = draft(.sessionEnded, grant, target: .init(.session, id))
        _ = try await sessions.end(
            Self.alive(only), rank: grant.principal.rank, reason: .revokedByAdministrator, except: nil, limit: 1, in: grant.tenant
        ) { _ in audit }
    }

    /// Ends all live sessions that match, of people whose rank is not above one's own. When this returns, none is accepted any more.
    /// - Returns: how many.
    public func end(_ filter: SessionFilter, grant: Grant<RevokeSessions>) async throws(DomainError) -> Int {
        let moment = now()
        let target = filter.user.map { AuditEntry.Target(.user, $0) }
        var total = 0
        while true {
            let ended = try await sessions.end(
                Self.alive(filter), rank: grant.principal.rank, reason: .revokedByAdministrator, except: nil, limit: Self.step,
                in: grant.tenant
            ) { ended in
                AuditDraft(
                    .sessionsEnded, by: grant.principal, at: moment, target: target,
                    changes: [.init("count", from: nil, to: String(ended)), .init("filter", from: nil, to: filter.sentence)])
            }
            total += ended
            if ended < Self.step { return total }
        }
    }

    private func draft(_ action: AuditEntry.Action, _ grant: Grant<RevokeSessions>, target: AuditEntry.Target) -> AuditDraft {
        AuditDraft(action, by: grant.principal, at: now(), target: target)
    }

    private static func alive(_ filter: SessionFilter) -> SessionFilter {
        var live = filter
        live.life = .alive
        return live
    }
}

extension SessionFilter {
    /// What it asks, for the audit: `app_version=2.4.0 kind=app`.
    public var sentence: String {
        let parts: [(String, String?)] = [
            ("user", user?.description), ("sessions", ids.map { String($0.count) }), ("role", role?.description), ("kind", kind?.rawValue),
            ("app_version", appVersion), ("os_version", osVersion), ("device_model", deviceModel), ("life", life?.rawValue),
            ("seen_before", seenBefore?.rfc3339), ("seen_after", seenAfter?.rfc3339),
        ]
        let set = parts.compactMap { name, value in value.map { "\(name)=\($0)" } }
        return set.isEmpty ? "all" : set.joined(separator: " ")
    }
}
