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

/// A user with the data that lists and pages show beside them.
public struct UserSummary: Sendable, Hashable {
    public let user: User
    public let providers: [Identity.Provider]
    public let liveSessions: Int

    public init(user: User, providers: [Identity.Provider], liveSessions: Int) {
        self.user = user
        self.providers = providers
        self.liveSessions = liveSessions
    }
}

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

/// A user to be created.
public struct NewUser: Sendable {
    public let user: User
    public let password: PasswordHash?
    public let invitation: NewInvitation?
    public let audit: AuditDraft

    public init(user: User, password: PasswordHash?, invitation: NewInvitation? = nil, audit: AuditDraft) {
        self.user = user
        self.password = password
        self.invitation = invitation
        self.audit = audit
    }
}

/// A one-time link by which an invited user sets their password.
public struct NewInvitation: Sendable {
    public static let lifetime = Duration.days(7)

    public let token: CredentialHash
    /// The maker of the link, which is valid while they have the permission to invite.
    public let maker: LinkMaker
    public let expiresAt: Timestamp

    public init(token: CredentialHash, by maker: LinkMaker, expiresAt: Timestamp) {
        self.token = token
        self.maker = maker
        self.expiresAt = expiresAt
    }
}

/// A user with the sign-in methods of their account.
public struct AccountProfile: Sendable {
    public let user: User
    public let identities: [Identity]
    /// The requested new address, until it is confirmed.
    public let pendingEmail: PendingEmail?

    public init(user: User, identities: [Identity], pendingEmail: PendingEmail? = nil) {
        self.user = user
        self.identities = identities
        self.pendingEmail = pendingEmail
    }
}

/// A new address of an account, which replaces the old one when a link sent to it is used.
public struct PendingEmail: Sendable, Hashable {
    public let email: EmailAddress
    public let askedAt: Timestamp

    public init(email: EmailAddress, askedAt: Timestamp) {
        self.email = email
        self.askedAt = askedAt
    }
}
