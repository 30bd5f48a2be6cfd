import Domain

/// The sessions that are to end, and why.
public struct SessionRevocation: Sendable {
    /// Live sessions that match it end.
    public let filter: SessionFilter
    public let reason: Session.EndReason
    /// The number of sessions that end in one transaction.
    public let limit: Int
    /// The user whose consent at Apple is revoked too.
    public let appleUser: User.ID?

    public init(of filter: SessionFilter, reason: Session.EndReason, limit: Int, appleUser: User.ID? = nil) {
        self.filter = filter
        self.reason = reason
        self.limit = limit
        self.appleUser = appleUser
    }
}
