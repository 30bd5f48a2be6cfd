import Domain

/// The effect of an event of Apple's, from which events and the decision are made.
public struct AppleAccountEffect: Sendable {
    public let user: User.ID
    /// The number of sessions that ended.
    public let ended: Int
    /// Set for a deleted Apple Account.
    public let departure: AppleAccountDeletion?

    public init(user: User.ID, ended: Int, departure: AppleAccountDeletion?) {
        self.user = user
        self.ended = ended
        self.departure = departure
    }
}
