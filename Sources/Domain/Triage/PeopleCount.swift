/// How many people a failure affects: users, and installations whose user is not known.
public struct PeopleCount: Sendable, Hashable {
    public let affected: Int
    /// Those who had no success since.
    public let stillOut: Int
    /// False when there were more events or people than are counted, or some of the events are gone: then both numbers are
    /// lower bounds.
    public let isComplete: Bool

    public init(affected: Int, stillOut: Int, isComplete: Bool) {
        self.affected = affected
        self.stillOut = stillOut
        self.isComplete = isComplete
    }

    public static let none = PeopleCount(affected: 0, stillOut: 0, isComplete: true)
}
