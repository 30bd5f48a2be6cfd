import Domain

/// A person as they move between systems: with how they sign in, without sessions.
public struct PortableUser: Sendable, Hashable {
    public let user: User
    public let password: PasswordHash?
    /// What Apple calls them in the apps of the tenant's team.
    public let appleSubjects: [String]
    /// Two have signed up with the address, and nobody has confirmed it.
    public let isContested: Bool

    public init(user: User, password: PasswordHash?, appleSubjects: [String], isContested: Bool = false) {
        self.user = user
        self.password = password
        self.appleSubjects = appleSubjects
        self.isContested = isContested
    }
}

/// What became of one person of an import.
public enum ImportOutcome: Sendable, Hashable {
    case added
    /// Someone has the id or the address already.
    case skipped
    case refused([FieldProblem])
}

/// Many users at once, in and out of a store.
public protocol UserTransferStore: Sendable {
    /// Adds those whom the tenant does not have yet, in one transaction with its audit entry.
    /// - Parameters:
    ///   - isTrial: decides the same, and adds nobody.
    ///   - mayGive: asked with the role of each, in the same transaction.
    ///   - audit: makes the entry from how many are added; not asked when that is nobody.
    /// - Returns: an outcome for each.
    func add(
        _ people: [PortableUser],
        in tenant: Tenant.ID,
        isTrial: Bool,
        mayGive: @escaping @Sendable (Role) throws(DomainError) -> Void,
        audit: @escaping @Sendable (Int) -> AuditDraft
    ) async throws(DomainError) -> [ImportOutcome]
    /// Up to `limit` users in the order of their ids.
    func users(after id: User.ID?, limit: Int, in tenant: Tenant.ID) async throws(DomainError) -> [PortableUser]
}
