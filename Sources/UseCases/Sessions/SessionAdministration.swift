import Domain

/// Lets an administrator list and end the sessions of a tenant.
public struct SessionAdministration: Sendable {
    /// The number ended in one transaction, so that a large number never holds the writer for long.
    static let step = 2000

    let sessions: any SessionStore
    let now: @Sendable () -> Timestamp

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
        guard filter.life != .ended else { return .nothing }
        return try await sessions.preview(Self.endable(filter, grant), at: now(), in: grant.tenant)
    }

    /// Returns the most recently seen of those sessions.
    public func sample(
        _ filter: SessionFilter,
        limit: Int,
        grant: Grant<RevokeSessions>,
        reading _: Grant<ReadSessions>
    ) async throws(DomainError) -> [SessionSummary] {
        guard filter.life != .ended else { return [] }
        let wanted = PageRequest(limit: limit)
        return try await sessions.page(Self.endable(filter, grant), wanted, at: now(), in: grant.tenant).items
    }

    /// Ends one session, which may be the caller's own. Ending an ended one changes nothing.
    /// - Parameter user: the user whose session it has to be; nil for any.
    /// - Throws: `.notFound(.session)`, `.denied(.outranked)` when its user ranks higher than the caller.
    public func end(_ id: Session.ID, of user: User.ID? = nil, grant: Grant<RevokeSessions>) async throws(DomainError) {
        try await sessions.end(
            id,
            of: user,
            maximumRank: grant.principal.rank,
            in: grant.tenant,
            audit: AuditDraft(.sessionEnded, by: grant.principal, at: now(), target: .init(.session, id))
        )
    }

    /// Ends all live sessions that match, of users who rank no higher than the caller. The requesting session stays:
    /// the caller signs out to end it. When this returns, none of the others is accepted any more.
    public func end(_ filter: SessionFilter, grant: Grant<RevokeSessions>) async throws(DomainError) -> SessionEnding {
        let now = now()
        try grant.principal.mustHaveProven(by: now)
        guard filter.life != .ended else { return .nothing }
        let target = filter.user.map { AuditEntry.Target(.user, $0) }
        let revocation = SessionRevocation(
            of: Self.endable(filter, grant),
            reason: .revokedByAdministrator,
            at: now,
            limit: Self.step
        )
        var total = 0
        while true {
            let ended = try await sessions.end(revocation, in: grant.tenant) { ended in
                let sentence = filter.sentence + (ended.keepsOwn ? " except=own" : "")
                return AuditDraft(
                    .sessionsEnded,
                    by: grant.principal,
                    at: now,
                    target: target,
                    changes: [
                        .init("count", from: nil, to: String(ended.count)), .init("filter", from: nil, to: sentence),
                    ]
                )
            }
            total += ended.count
            if ended.count < Self.step { return SessionEnding(count: total, keepsOwn: ended.keepsOwn) }
        }
    }

    /// Returns the filter for live sessions without the requesting one and without those of users who rank higher.
    private static func endable(_ filter: SessionFilter, _ grant: Grant<RevokeSessions>) -> SessionFilter {
        var endable = filter
        endable.life = .alive
        endable.maximumRank = grant.principal.rank
        endable.except = grant.principal.session
        return endable
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
    static let nothing = SessionEnding(count: 0, keepsOwn: false)

    /// The number of sessions that end.
    public let count: Int
    /// Whether the requesting session, which the filter excepts, matches too, and stays.
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
