import Domain

/// Stores users.
public protocol UserStore: Sendable {
    /// - Throws: `.notFound(.user)`
    func user(
        _ id: User.ID,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> (summary: UserSummary, role: Role, identities: [Identity])
    /// - Throws: `.notFound(.user)`
    func profile(_ id: User.ID, at now: Timestamp, in tenant: Tenant.ID) async throws(DomainError) -> AccountProfile
    /// Returns the users with these ids that exist, in no order.
    func users(_ ids: [User.ID], in tenant: Tenant.ID) async throws(DomainError) -> [User]
    func page(
        _ query: UserQuery,
        _ request: PageRequest,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<UserSummary>
    func count(_ query: UserQuery, in tenant: Tenant.ID) async throws(DomainError) -> UserCount
    /// - Parameter mayGive: called with the role of the new user, in this transaction.
    /// - Throws: `.conflict(.emailTaken)`, `.invalid` with `role` for a role that the tenant lacks.
    func insert(
        _ new: NewUser,
        in tenant: Tenant.ID,
        mayGive: @escaping @Sendable (Role) throws(DomainError) -> Void
    ) async throws(DomainError)
    /// Reads, decides and carries the decision out in one transaction. A deletion hides the user and ends all that is
    /// theirs; `purge` deletes the rows.
    /// - Throws: `.notFound(.user)`, `.conflict(.emailTaken)`, and the decision's error.
    func change(
        _ id: User.ID,
        in tenant: Tenant.ID,
        newRole: Role.Name?,
        decide: @escaping @Sendable (UserRecord) throws(DomainError) -> UserDecision
    ) async throws(DomainError) -> User?
    /// Returns a deleted user of whom rows are left: the one who was deleted first.
    func deletedUser() async throws(DomainError) -> (id: User.ID, tenant: Tenant.ID)?
    /// Deletes at most `limit` rows of a deleted user in one transaction, the user last; a session counts once, with
    /// the state of its refresh tokens. A user who was not deleted stays as they are.
    /// - Returns: whether nothing is left to delete.
    func purge(_ id: User.ID, limit: Int, in tenant: Tenant.ID) async throws(DomainError) -> Bool
    /// Returns users newest first, by offset. Returns fewer where users have many identities.
    func directory(
        _ query: UserQuery,
        at offset: ListOffset,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [AccountProfile]
    /// Returns users by offset, compared field by field.
    func directory(
        _ query: DirectoryQuery,
        skipping: Int,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> DirectoryPage
    /// Removes the identities of a provider, if the decision, which reads all that the user has, allows it.
    /// - Throws: `.notFound(.user)`, and the decision's error.
    func unlink(
        _ removal: IdentityRemoval,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable ([Identity]) throws(DomainError) -> AuditDraft
    ) async throws(DomainError)
    /// Stores an invitation and replaces the user's earlier ones.
    func invite(
        _ id: User.ID,
        with invitation: NewInvitation,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (UserRecord) throws(DomainError) -> AuditDraft
    ) async throws(DomainError)
}

/// The removal of a sign-in method from an account.
public struct IdentityRemoval: Sendable {
    public let provider: Identity.Provider
    public let user: User.ID
    /// The session that stays; the others that began by the provider end.
    public let keptSession: Session.ID

    public init(of provider: Identity.Provider, from user: User.ID, keeping session: Session.ID) {
        self.provider = provider
        self.user = user
        keptSession = session
    }
}

/// The part of a list that a client asks for by offset.
public struct ListOffset: Sendable, Hashable {
    /// The user after whom the part begins; nil for the beginning of the list.
    public var after: User.ID?
    public var skipped: Int
    public var limit: Int

    public init(after user: User.ID? = nil, skipping skipped: Int, limit: Int) {
        after = user
        self.skipped = skipped
        self.limit = limit
    }
}

/// The number of users; exact unless a search makes counting expensive.
public enum UserCount: Sendable, Hashable {
    case exactly(Int)
    case moreThan(Int)
}
