import Domain

/// Stores what tenants decide about failures, and counts the failures' events.
public protocol FailureStore: Sendable {
    /// - Parameter now: the current time, at which the period ends.
    func list(
        _ query: FailureQuery,
        _ request: PageRequest,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> FailureListing
    /// - Throws: `.notFound(.failure)`
    func failure(
        _ id: FailureKey.ID,
        _ period: FailurePeriod,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> FailureDetail
    /// Returns the users who have had no success since their latest event of the failure in the period: that event of
    /// each, latest first.
    /// - Throws: `.notFound(.failure)`
    func usersStillOut(
        of id: FailureKey.ID,
        _ period: FailurePeriod,
        _ request: PageRequest,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<StoredEvent>
    /// Counts the users whom some failures affect, each once. Still out is who is out of one of them.
    /// - Parameter failures: with their events of the period.
    func users(
        of failures: [FailureSummary],
        _ period: FailurePeriod,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> AffectedUsers
    /// Changes failures in one transaction: all, or none when one of them has another version.
    /// - Parameter audit: creates the entry that is stored with a change, to wait for the audit trail.
    /// - Returns: the number of changes that were made; an action that changes nothing makes none.
    /// - Throws: `.notFound(.failure)`, `.conflict(.failureChanged)`.
    func change(
        _ references: [FailureReference],
        by action: FailureAction,
        of actor: Principal.Kind,
        at now: Timestamp,
        in tenant: Tenant.ID,
        audit: @escaping @Sendable (FailureKey.ID, TriageChange) -> AuditDraft
    ) async throws(DomainError) -> Int
    /// Carries out what events have changed: regressions, and the end of archives.
    /// - Parameter failures: nil for those of the tenant, as many as a page may wait for.
    func settle(_ failures: [FailureKey.ID]?, at now: Timestamp, in tenant: Tenant.ID) async throws(DomainError)
    /// Carries out what events have changed, in all tenants, in one short step. The next step goes on after it, also after
    /// a failure that cannot be settled.
    /// - Returns: the number of failures that were looked at; less than the limit at the end.
    /// - Throws: the error of the first failure that cannot be settled, when those beside it are.
    func settleNext(at now: Timestamp, limit: Int) async throws(DomainError) -> Int
    /// Returns the history, latest first.
    /// - Throws: `.notFound(.failure)`
    func changes(
        of id: FailureKey.ID,
        _ request: PageRequest,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<TriageChange>
    /// Returns the comments, latest first.
    /// - Throws: `.notFound(.failure)`
    func comments(
        on id: FailureKey.ID,
        _ request: PageRequest,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<FailureComment>
    /// - Parameter audit: is stored with the comment, to wait for the audit trail.
    /// - Throws: `.notFound(.failure)`, `.invalid` when the failure has as many comments as it can have.
    func comment(
        on id: FailureKey.ID,
        _ text: String,
        by author: Principal.Kind,
        at now: Timestamp,
        in tenant: Tenant.ID,
        audit: AuditDraft
    ) async throws(DomainError) -> FailureComment
}

/// A page of failures, and how many there are in each state.
public struct FailureListing: Sendable {
    public let page: Page<FailureSummary>
    /// Failures that match the query but for its states.
    public let counts: [FailureState.Name: Int]
    /// False when the period has more failures than are listed: then the ones with fewest events are left out.
    public let isComplete: Bool

    public init(page: Page<FailureSummary>, counts: [FailureState.Name: Int], isComplete: Bool) {
        self.page = page
        self.counts = counts
        self.isComplete = isComplete
    }

    public static let empty = FailureListing(page: Page(items: [], next: nil), counts: [:], isComplete: true)

    /// The failures in all of these states.
    public func count(_ states: [FailureState.Name]) -> Int { states.reduce(0) { $0 + (counts[$1] ?? 0) } }
}

/// A failure, and the version that a change of it is based on.
public struct FailureReference: Sendable, Hashable {
    public let id: FailureKey.ID
    /// Nil changes every version.
    public let version: Int?

    public init(_ id: FailureKey.ID, version: Int?) {
        self.id = id
        self.version = version
    }

    /// Parses `ID` or `ID.VERSION`.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let id = FailureKey.ID(String(parts[0])) else { return nil }
        guard parts.count == 2 else {
            self.init(id, version: nil)
            return
        }
        guard (1...10).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let version = Int(parts[1])
        else { return nil }
        self.init(id, version: version)
    }
}
