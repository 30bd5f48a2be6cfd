import Domain

/// A failure with the numbers of a period.
public struct FailureSummary: Sendable, Hashable {
    public let id: FailureKey.ID
    public let key: FailureKey
    public let triage: FailureTriage
    /// When the first of its events was received, or when the first stored one happened if that was earlier.
    public let firstSeen: Timestamp
    /// Nil when none of its events is stored any longer.
    public let lastSeen: Timestamp?
    /// The events of the period.
    public let count: Int
    public let users: AffectedUsers
    /// The events of the period in each column of the sparkline, oldest first.
    public let columns: [Int]

    public init(
        id: FailureKey.ID,
        key: FailureKey,
        triage: FailureTriage,
        seen: (first: Timestamp, last: Timestamp?),
        count: Int,
        users: AffectedUsers,
        columns: [Int]
    ) {
        self.id = id
        self.key = key
        self.triage = triage
        (firstSeen, lastSeen) = seen
        self.count = count
        self.users = users
        self.columns = columns
    }
}
