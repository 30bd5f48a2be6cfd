import Domain

/// A user as transferred between systems: with sign-in methods, without sessions.
public struct PortableUser: Sendable, Hashable {
    public let user: User
    public let password: PasswordHash?
    /// Apple's subjects of the user in the apps of the tenant's team.
    public let appleSubjects: [String]
    /// Two users have signed up with the address, and it is unconfirmed.
    public let isContested: Bool

    public init(user: User, password: PasswordHash?, appleSubjects: [String], isContested: Bool = false) {
        self.user = user
        self.password = password
        self.appleSubjects = appleSubjects
        self.isContested = isContested
    }
}

/// The result of one user of an import.
public enum ImportOutcome: Sendable, Hashable {
    case added
    /// An existing user has the id or the address.
    case skipped
    case refused([FieldProblem])
}

/// Imports and exports many users at once.
public protocol UserTransferStore: Sendable {
    /// Adds the users that the tenant does not have yet, in one transaction with its audit entry.
    /// - Parameters:
    ///   - isTrial: decides as usual, but adds no user.
    ///   - mayGive: called with the role of each user, in this transaction.
    ///   - audit: makes the audit entry from the number of added users; not called for none.
    /// - Returns: an outcome for each user.
    func add(
        _ people: [PortableUser],
        in tenant: Tenant.ID,
        isTrial: Bool,
        mayGive: @escaping @Sendable (Role) throws(DomainError) -> Void,
        audit: @escaping @Sendable (Int) -> AuditDraft
    ) async throws(DomainError) -> [ImportOutcome]
    /// Returns up to `limit` users in the order of their ids.
    func users(after id: User.ID?, limit: Int, in tenant: Tenant.ID) async throws(DomainError) -> [PortableUser]
}
