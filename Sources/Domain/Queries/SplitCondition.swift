/// The conjuncts of a condition, by what answers them: an event matches when all three parts do.
public struct SplitCondition: Sendable, Hashable {
    /// Of the dimensions of shapes alone: evaluated once for each shape, without rows.
    public let shapes: EventCondition
    /// Of the time alone.
    public let times: EventCondition
    /// The others. They concern the message, a column of the rows, or several of these together; what is left of one for a
    /// certain shape says `EventCondition.reduced(_:)`.
    public let rest: EventCondition
}
