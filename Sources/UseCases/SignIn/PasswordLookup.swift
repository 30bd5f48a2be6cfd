import Domain

/// An account as it is read before its password has been checked: an address without an account costs as much work.
///
/// It has nothing of which accounts have more or less, such as metadata: reading that would take longer for some.
public struct PasswordLookup: Sendable {
    /// Stands for the account of an address that has none.
    public struct Placeholder: Sendable {
        public let user: User.ID
        /// Matches no password.
        public let password: PasswordHash
    }

    /// The user with the address, or the placeholder.
    public let user: User.ID
    /// Nil for a user without a password, and without an account.
    public let password: PasswordHash?
    public let isAccount: Bool

    public init(user: User.ID, password: PasswordHash?, isAccount: Bool) {
        self.user = user
        self.password = password
        self.isAccount = isAccount
    }
}
