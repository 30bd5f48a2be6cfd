/// How many users a failure affects. An installation whose user is not known counts as one.
public struct AffectedUsers: Sendable, Hashable {
    public let affected: Int
    /// Those who had no success since.
    public let stillOut: Int
    /// False when some users are not known, because their events were only counted or were deleted before their time:
    /// then both numbers are lower bounds.
    public let isComplete: Bool
    /// Whether both numbers were estimated from a sample of the users, because there are very many: within 2 % of the
    /// affected users, 19 times of 20.
    public let isEstimated: Bool

    public init(affected: Int, stillOut: Int, isComplete: Bool = true, isEstimated: Bool = false) {
        self.affected = affected
        self.stillOut = stillOut
        self.isComplete = isComplete
        self.isEstimated = isEstimated
    }

    public static let none = AffectedUsers(affected: 0, stillOut: 0)
}
