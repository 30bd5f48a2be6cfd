import Domain

/// Selects failures and their order. A nil property matches every failure.
public struct FailureQuery: Sendable, Hashable {
    public enum Sort: String, Sendable, CaseIterable, Hashable {
        /// Most users affected first.
        case users = "people"
        /// Most events first.
        case count
        /// Latest first.
        case lastSeen = "last_seen"
    }

    /// Who looks after a failure.
    public enum Assignment: Sendable, Hashable {
        case noOne
        case member(User.ID)
    }

    public static let releaseMaximumLength = 128

    public var period: FailurePeriod
    public var states: Set<FailureState.Name>?
    public var assignment: Assignment?
    public var code: String?
    /// Events in this release, and their numbers.
    public var release: String?
    public var sort: Sort
    /// What a query of the query language asks of the events, and of their numbers.
    public var condition: EventCondition

    public init(
        period: FailurePeriod = .week,
        states: Set<FailureState.Name>? = nil,
        assignment: Assignment? = nil,
        code: String? = nil,
        release: String? = nil,
        sort: Sort = .users,
        condition: EventCondition = .everything
    ) {
        self.period = period
        self.states = states
        self.assignment = assignment
        self.code = code
        self.release = release
        self.sort = sort
        self.condition = condition
    }

    /// The order that a list has. The users of a query's events are counted for those alone that are shown.
    public var order: Sort { condition != .everything && sort == .users ? .count : sort }

    /// Whether a failure with this triage matches.
    public func matches(_ triage: FailureTriage) -> Bool {
        if let states, !states.contains(triage.state.name) { return false }
        return switch assignment {
        case nil: true
        case .noOne: triage.assignee == nil
        case .member(let id): triage.assignee == id
        }
    }
}
