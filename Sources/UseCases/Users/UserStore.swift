import Domain
import Foundation

/// A user with what lists and pages show beside them.
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

/// Which users are wanted, and in which order.
public struct UserQuery: Sendable, Hashable {
    public enum Sort: String, Sendable, CaseIterable {
        /// Newest first.
        case created
        /// A to Z.
        case name
        /// A to Z; people without an address are left out.
        case email
        /// Latest first; people never seen are left out.
        case lastSeen = "last_seen"
    }

    public static let searchMaximumLength = 254

    /// An e-mail address or its beginning, words of the name or their beginnings, or an id or its beginning.
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

/// How many there are; exact unless a search makes that dear.
public enum UserCount: Sendable, Hashable {
    case exactly(Int)
    case moreThan(Int)
}

/// What a decision about a user is made from, read in the transaction that carries it out.
public struct UserRecord: Sendable {
    public let user: User
    public let role: Role
    /// Active users with the role `admin`, apart from this one.
    public let otherAdministrators: Int
    /// Two have signed up with the address, with different passwords, and nobody has confirmed it.
    public let isContested: Bool
    /// Of the role that a decision may give; read because the decision named it.
    public let newRole: Role?

    public init(user: User, role: Role, otherAdministrators: Int, isContested: Bool = false, newRole: Role?) {
        self.user = user
        self.role = role
        self.otherAdministrators = otherAdministrators
        self.isContested = isContested
        self.newRole = newRole
    }
}

/// What shall become of a user.
public struct UserDecision: Sendable {
    public enum Fate: Sendable {
        case keep(User)
        /// The row, identities, sessions and search words go; the audit stays.
        case delete
    }

    public let fate: Fate
    /// Ends the user's sessions of these kinds when set.
    public let endSessions: Session.EndReason?
    public let endKinds: Set<Session.Kind>
    /// The one that asks goes on.
    public let keepsSession: Session.ID?
    /// Makes open invitations and one-time links of the user void: they were given to someone else, or for less.
    public let voidsInvitations: Bool
    public let password: PasswordHash?
    /// Every way to sign in that there is goes, before a new password comes.
    public let forgetsIdentities: Bool
    /// Of the user that is kept, folded before the transaction; nil leaves that to the store.
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

/// A user who does not exist yet.
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

/// A one-time link by which an invited person sets their password.
public struct NewInvitation: Sendable {
    public static let lifetime = Duration.days(7)

    public let token: CredentialHash
    /// Who made it: it is good while they have the right to.
    public let maker: LinkMaker
    public let expiresAt: Timestamp

    public init(token: CredentialHash, by maker: LinkMaker, expiresAt: Timestamp) {
        self.token = token
        self.maker = maker
        self.expiresAt = expiresAt
    }
}

/// Users, kept by a store.
public protocol UserStore: Sendable {
    /// - Throws: `.notFound(.user)`
    func user(
        _ id: User.ID,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> (summary: UserSummary, role: Role, identities: [Identity])
    /// - Throws: `.notFound(.user)`
    func profile(_ id: User.ID, at moment: Timestamp, in tenant: Tenant.ID) async throws(DomainError) -> AccountProfile
    /// Those of them that there are, in no order.
    func users(_ ids: [User.ID], in tenant: Tenant.ID) async throws(DomainError) -> [User]
    func page(
        _ query: UserQuery,
        _ request: PageRequest,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<UserSummary>
    func count(_ query: UserQuery, in tenant: Tenant.ID) async throws(DomainError) -> UserCount
    /// - Parameter mayGive: asked with the role of the new user, in the same transaction.
    /// - Throws: `.conflict(.emailTaken)`, `.invalid` with `role` for a role that the tenant lacks.
    func insert(
        _ new: NewUser,
        in tenant: Tenant.ID,
        mayGive: @escaping @Sendable (Role) throws(DomainError) -> Void
    ) async throws(DomainError)
    /// Reads, decides and carries out in one transaction.
    /// - Throws: `.notFound(.user)`, `.conflict(.emailTaken)`, and what the decision throws.
    func change(
        _ id: User.ID,
        in tenant: Tenant.ID,
        newRole: Role.Name?,
        decide: @escaping @Sendable (UserRecord) throws(DomainError) -> UserDecision
    ) async throws(DomainError) -> User?
    /// Newest first, by number: for those who count pages. Fewer where identities are many.
    /// - Parameter user: after whom the part begins; nil for the beginning of the list.
    func directory(
        _ query: UserQuery,
        after user: User.ID?,
        skipping: Int,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [AccountProfile]
    /// By number too, compared field by field.
    func directory(
        _ query: DirectoryQuery,
        skipping: Int,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> DirectoryPage
    /// Takes the identities of a provider away, if the decision, which is made from all that the user has, lets it. The
    /// sessions that began by it end, but for one.
    /// - Throws: `.notFound(.user)`, and what the decision throws.
    func unlink(
        _ provider: Identity.Provider,
        of user: User.ID,
        keeping session: Session.ID,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable ([Identity]) throws(DomainError) -> AuditDraft
    ) async throws(DomainError)
    /// Replaces the user's earlier invitations.
    func invite(
        _ id: User.ID,
        with invitation: NewInvitation,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (UserRecord) throws(DomainError) -> AuditDraft
    ) async throws(DomainError)
}
