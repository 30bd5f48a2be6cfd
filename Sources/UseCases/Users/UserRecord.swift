import Domain

/// The data from which a change of a user is decided, read in the transaction that carries it out.
public struct UserRecord: Sendable {
    public let user: User
    public let role: Role
    /// The active users with the role `admin`, except this one.
    public let otherAdministrators: Int
    /// Two users have signed up with the address, with different passwords, and it is unconfirmed.
    public let isContested: Bool
    /// The role that a decision may assign, when one was named.
    public let newRole: Role?

    public init(user: User, role: Role, otherAdministrators: Int, isContested: Bool = false, newRole: Role?) {
        self.user = user
        self.role = role
        self.otherAdministrators = otherAdministrators
        self.isContested = isContested
        self.newRole = newRole
    }
}
