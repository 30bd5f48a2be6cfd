import Domain

/// A page of users by offset, with the number of all that match.
public struct DirectoryPage: Sendable {
    public let users: [User]
    public let total: Int

    public init(users: [User], total: Int) {
        self.users = users
        self.total = total
    }
}
