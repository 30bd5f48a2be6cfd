import Domain

/// Lets an administrator list and end the sessions of a tenant.
public struct SessionAdministration: Sendable {
    /// The number ended in one transaction, so that a large number never holds the writer for long.
    static let step = 2000

    let sessions: any SessionStore
    let now: @Sendable () -> Timestamp

    public init(sessions: any SessionStore, now: @escaping @Sendable () -> Timestamp) {
        self.sessions = sessions
        self.now = now
    }

    public func page(
        _ filter: SessionFilter,
        _ request: PageRequest,
        grant: Grant<ReadSessions>
    ) async throws(DomainError) -> Page<SessionSummary> {
        try await sessions.page(filter, request, at: now(), in: grant.tenant)
    }

    /// Returns what `end` would end with this filter.
    public func preview(
        _ filter: SessionFilter,
        grant: Grant<RevokeSessions>
    ) async throws(DomainError) -> SessionEnding {
        let count = try await sessions.count(Self.endable(filter, grant), at: now(), in: grant.tenant)
        return SessionEnding(count: count, keepsOwn: try await matchesOwn(filter, grant))
    }

    /// Returns the most recently seen of those sessions.
    public func sample(
        _ filter: SessionFilter,
        limit: Int,
        grant: Grant<RevokeSessions>,
        reading _: Grant<ReadSessions>
    ) async throws(DomainError) -> [SessionSummary] {
        try await sessions.page(Self.endable(filter, grant), PageRequest(limit: limit), at: now(), in: grant.tenant)
            .items
    }

    /// Ends one session, which may be the caller's own. Ending an ended one changes nothing.
    /// - Throws: `.notFound(.session)`, `.denied(.outranked)` when its user ranks higher than the caller.
    public func end(_ id: Session.ID, grant: Grant<RevokeSessions>) async throws(DomainError) {
        var only = SessionFilter(ids: [id])
        guard try await sessions.count(only, at: now(), in: grant.tenant) > 0 else { throw .notFound(.session) }
        only.maximumRank = grant.principal.rank
        guard try await sessions.count(only, at: now(), in: grant.tenant) > 0 else { throw .denied(.outranked) }
        let audit = draft(.sessionEnded, grant, target: .init(.session, id))
        let revocation = SessionRevocation(of: only, reason: .revokedByAdministrator, limit: 1)
        _ = try await sessions.end(revocation, in: grant.tenant) { _ in audit }
    }

    /// Ends all live sessions that match, of users who rank no higher than the caller. The requesting session stays:
    /// the caller signs out to end it. When this returns, none of the others is accepted any more.
    public func end(_ filter: SessionFilter, grant: Grant<RevokeSessions>) async throws(DomainError) -> SessionEnding {
        let now = now()
        try grant.principal.mustHaveProven(by: now)
        let target = filter.user.map { AuditEntry.Target(.user, $0) }
        let keepsOwn = try await matchesOwn(filter, grant)
        let sentence = filter.sentence + (keepsOwn ? " except=own" : "")
        let revocation = SessionRevocation(
            of: Self.endable(filter, grant),
            reason: .revokedByAdministrator,
            limit: Self.step
        )
        var total = 0
        while true {
            let ended = try await sessions.end(revocation, in: grant.tenant) { ended in
                AuditDraft(
                    .sessionsEnded,
                    by: grant.principal,
                    at: now,
                    target: target,
                    changes: [.init("count", from: nil, to: String(ended)), .init("filter", from: nil, to: sentence)]
                )
            }
            total += ended
            if ended < Self.step { return SessionEnding(count: total, keepsOwn: keepsOwn) }
        }
    }

    private func matchesOwn(_ filter: SessionFilter, _ grant: Grant<RevokeSessions>) async throws(DomainError) -> Bool {
        guard let own = grant.principal.session, filter.ids?.contains(own) ?? true else { return false }
        var only = filter
        only.ids = [own]
        only.life = .alive
        return try await sessions.count(only, at: now(), in: grant.tenant) > 0
    }

    /// Returns the filter for live sessions without the requesting one and without those of users who rank higher.
    private static func endable(_ filter: SessionFilter, _ grant: Grant<RevokeSessions>) -> SessionFilter {
        var endable = filter
        endable.life = .alive
        endable.maximumRank = grant.principal.rank
        endable.except = grant.principal.session
        return endable
    }

    private func draft(
        _ action: AuditEntry.Action,
        _ grant: Grant<RevokeSessions>,
        target: AuditEntry.Target
    ) -> AuditDraft {
        AuditDraft(action, by: grant.principal, at: now(), target: target)
    }
}

extension SessionFilter {
    /// The filter as text for the audit trail: `app_version=2.4.0 kind=app`.
    public var sentence: String {
        let parts: [(String, String?)] = [
            ("user", user?.description), ("sessions", ids.map { String($0.count) }), ("role", role?.description),
            ("kind", kind?.rawValue),
            ("app_version", appVersion), ("os_version", osVersion), ("device_model", deviceModel),
            ("life", life?.rawValue),
            ("seen_before", seenBefore?.rfc3339), ("seen_after", seenAfter?.rfc3339),
        ]
        let set = parts.compactMap { name, value in value.map { "\(name)=\($0)" } }
        return set.isEmpty ? "all" : set.joined(separator: " ")
    }
}

/// The result of ending all sessions that match a filter.
public struct SessionEnding: Sendable, Hashable {
    /// The number of sessions that end.
    public let count: Int
    /// Whether the requesting session matches too, and stays.
    public let keepsOwn: Bool

    public init(count: Int, keepsOwn: Bool) {
        self.count = count
        self.keepsOwn = keepsOwn
    }
}

/// A session with its user.
public struct SessionSummary: Sendable, Hashable {
    public let session: Session
    public let userName: String?
    public let userEmail: EmailAddress?
    public let userRole: Role.Name

    public init(session: Session, userName: String?, userEmail: EmailAddress?, userRole: Role.Name) {
        self.session = session
        self.userName = userName
        self.userEmail = userEmail
        self.userRole = userRole
    }
}
