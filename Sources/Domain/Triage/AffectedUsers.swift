/// How many users a failure affects. An installation whose user is not known counts as one.
public struct AffectedUsers: Sendable, Hashable {
    public let affected: Int
    /// Those who had no success since.
    public let stillOut: Int
    /// False when there were more events or users than are counted, or some of the events are gone: then both numbers
    /// are lower bounds.
    public let isComplete: Bool

    public init(affected: Int, stillOut: Int, isComplete: Bool) {
        self.affected = affected
        self.stillOut = stillOut
        self.isComplete = isComplete
    }

    public static let none = AffectedUsers(affected: 0, stillOut: 0, isComplete: true)
}
