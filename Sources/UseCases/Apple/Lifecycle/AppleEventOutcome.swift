import Domain

/// The result of one event of a notification.
public enum AppleEventOutcome: Sendable, Hashable {
    /// No user of the tenant has that subject.
    case unknown
    /// A later event of the user is stored already.
    case late(User.ID)
    case done(User.ID)
    /// The account was deleted because the Apple Account was.
    case deleted(User.ID)

    public var user: User.ID? {
        switch self {
        case .unknown: nil
        case .late(let user), .done(let user), .deleted(let user): user
        }
    }
}
