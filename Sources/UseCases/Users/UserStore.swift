import Domain
import Foundation

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

/// Selects users and their order.
public struct UserQuery: Sendable, Hashable {
    public enum Sort: String, Sendable, CaseIterable {
        /// Newest first.
        case created
        /// A to Z.
        case name
        /// A to Z; users without an address are left out.
        case email
        /// Latest first; users who were never seen are left out.
        case lastSeen = "last_seen"
    }

    public static let searchMaximumLength = 254

    /// An email address, words of the name, or an id, or the beginning of any of these.
    public var search: String?
    public var role: Role.Name?
    public var provider: Identity.Provider?
    public var state: User.State?
    public var sort: Sort

    public init(
        search: String? = nil,
        role: Role.Name? = nil,
        provider: Identity.Provider? = nil,
        state: User.State? = nil,
        sort: Sort = .created
    ) {
        self.search = search
        self.role = role
        self.provider = provider
        self.state = state
        self.sort = sort
    }
}

/// The number of users; exact unless a search makes counting expensive.
public enum UserCount: Sendable, Hashable {
    case exactly(Int)
    case moreThan(Int)
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

/// The decided change of a user.
public struct UserDecision: Sendable {
    public enum Fate: Sendable {
        case keep(User)
        /// Deletes the row, identities, sessions and search words; the audit trail stays.
        case delete
    }

    public let fate: Fate
    /// Ends the user's sessions of these kinds when set.
    public let endSessions: Session.EndReason?
    public let endKinds: Set<Session.Kind>
    /// The session of the request, which stays open.
    public let keepsSession: Session.ID?
    /// Makes open invitations and one-time links of the user void: they were sent to another address, or for a lower
    /// role.
    public let voidsInvitations: Bool
    public let password: PasswordHash?
    /// Deletes all sign-in methods before a new password is set.
    public let forgetsIdentities: Bool
    /// The user's new name, folded before the transaction; nil leaves folding to the store.
    public let name: SearchedName?
    /// Nil when nothing changes.
    public let audit: AuditDraft?

    public init(
        _ fate: Fate,
        endSessions: Session.EndReason? = nil,
        endKinds: Set<Session.Kind> = Set(Session.Kind.allCases),
        keepsSession: Session.ID? = nil,
        voidsInvitations: Bool = false,
        password: PasswordHash? = nil,
        forgetsIdentities: Bool = false,
        name: SearchedName? = nil,
        audit: AuditDraft?
    ) {
        self.keepsSession = keepsSession
        self.fate = fate
        self.endSessions = endSessions
        self.endKinds = endKinds
        self.voidsInvitations = voidsInvitations
        self.password = password
        self.forgetsIdentities = forgetsIdentities
        self.name = name
        self.audit = audit
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

/// Stores users.
public protocol UserStore: Sendable {
    /// - Throws: `.notFound(.user)`
    func user(
        _ id: User.ID,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> (summary: UserSummary, role: Role, identities: [Identity])
    /// - Throws: `.notFound(.user)`
    func profile(_ id: User.ID, at moment: Timestamp, in tenant: Tenant.ID) async throws(DomainError) -> AccountProfile
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
    /// Reads, decides and carries the decision out in one transaction.
    /// - Throws: `.notFound(.user)`, `.conflict(.emailTaken)`, and the decision's error.
    func change(
        _ id: User.ID,
        in tenant: Tenant.ID,
        newRole: Role.Name?,
        decide: @escaping @Sendable (UserRecord) throws(DomainError) -> UserDecision
    ) async throws(DomainError) -> User?
    /// Returns users newest first, by offset. Returns fewer where users have many identities.
    /// - Parameter user: the user after whom the part begins; nil for the beginning of the list.
    func directory(
        _ query: UserQuery,
        after user: User.ID?,
        skipping: Int,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [AccountProfile]
    /// Returns users by offset, compared field by field.
    func directory(
        _ query: DirectoryQuery,
        skipping: Int,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> DirectoryPage
    /// Removes the identities of a provider, if the decision, which reads all that the user has, allows it. The
    /// sessions that began by it end, except one.
    /// - Throws: `.notFound(.user)`, and the decision's error.
    func unlink(
        _ provider: Identity.Provider,
        of user: User.ID,
        keeping session: Session.ID,
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
