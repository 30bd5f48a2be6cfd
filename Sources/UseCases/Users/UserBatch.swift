import Domain

/// Users that are imported together.
public struct UserBatch: Sendable {
    public let users: [PortableUser]
    /// Everything is decided as usual, but no user is added.
    public let isTrial: Bool

    public init(_ users: [PortableUser], isTrial: Bool) {
        self.users = users
        self.isTrial = isTrial
    }
}
