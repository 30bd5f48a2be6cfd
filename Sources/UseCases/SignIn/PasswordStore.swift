import Domain

/// Stores password accounts.
public protocol PasswordStore: Sendable {
    /// Returns what is read before a password has been checked. An address without an account takes as long.
    func lookUp(
        _ email: EmailAddress,
        else placeholder: PasswordLookup.Placeholder,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> PasswordLookup
    /// - Returns: nil when no user of the tenant has this address.
    func account(_ email: EmailAddress, in tenant: Tenant.ID) async throws(DomainError) -> PasswordAccount?
    /// Stores a hash of another kind or cost for the current password.
    /// - Returns: false when another password was stored meanwhile; then nothing changes.
    func rehash(
        _ user: User.ID,
        from old: PasswordHash,
        to new: PasswordHash,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Bool
    /// Creates no account, because the known user has the address, and takes as long as creating one: it runs equal
    /// statements and one commit.
    /// - Parameter isContested: records that a second user signed up with the address, unless it is confirmed.
    func decline(_ new: User, for known: User.ID, isContested: Bool, in tenant: Tenant.ID) async throws(DomainError)
    /// - Returns: nil for a user without a password.
    func password(of user: User.ID, in tenant: Tenant.ID) async throws(DomainError) -> PasswordHash?
    /// Records when a password was last used.
    func used(_ user: User.ID, at now: Timestamp, in tenant: Tenant.ID) async throws(DomainError)
}

/// An account as a sign-in reads it.
public struct PasswordAccount: Sendable {
    public let user: User
    public let role: Role
    public let password: PasswordHash?

    public init(user: User, role: Role, password: PasswordHash?) {
        self.user = user
        self.role = role
        self.password = password
    }
}

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
