/// One entry of a failure's history.
public struct TriageChange: Sendable, Hashable {
    /// The version that the change made.
    public let version: Int
    public let at: Timestamp
    /// The server itself for what events changed.
    public let actor: Principal.Kind
    public let stateBefore: FailureState
    public let stateAfter: FailureState
    public let assigneeBefore: User.ID?
    public let assigneeAfter: User.ID?

    public init(at time: Timestamp, by actor: Principal.Kind, from before: FailureTriage, to after: FailureTriage) {
        self.init(
            version: after.version,
            at: time,
            actor: actor,
            states: (before.state, after.state),
            assignees: (before.assignee, after.assignee)
        )
    }

    public init(
        version: Int,
        at: Timestamp,
        actor: Principal.Kind,
        states: (before: FailureState, after: FailureState),
        assignees: (before: User.ID?, after: User.ID?)
    ) {
        self.version = version
        self.at = at
        self.actor = actor
        (stateBefore, stateAfter) = states
        (assigneeBefore, assigneeAfter) = assignees
    }
}
