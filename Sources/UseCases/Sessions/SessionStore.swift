import Domain
import Foundation

/// A session with the person whose it is.
public struct SessionSummary: Sendable, Hashable {
    public let session: Session
    public let userName: String?
    public let userEmail: EmailAddress?
    public let userRole: Role.Name

    public init(session: Session, userName: String?, userEmail: EmailAddress?, userRole: Role.Name) {
        self.session = session
        self.userName = userName
        self.userEmail = userEmail
        self.userRole = userRole
    }
}

/// Which sessions are wanted. What is nil does not matter.
public struct SessionFilter: Sendable, Hashable {
    public enum Life: String, Sendable, CaseIterable {
        case alive, ended
    }

    public static let textMaximumLength = 200

    public var user: User.ID?
    /// Exactly these, at most 200.
    public var ids: [Session.ID]?
    public var role: Role.Name?
    public var kind: Session.Kind?
    public var appVersion: String?
    public var osVersion: String?
    public var deviceModel: String?
    public var life: Life?
    public var seenBefore: Timestamp?
    public var seenAfter: Timestamp?
    /// Only of users whose rank is at most this.
    public var maximumRank: Role.Rank?
    /// Only those in which nobody else acts as the person.
    public var isOwn = false
    /// Not this one, whatever the rest says.
    public var except: Session.ID?

    public init(
        user: User.ID? = nil,
        ids: [Session.ID]? = nil,
        role: Role.Name? = nil,
        kind: Session.Kind? = nil,
        appVersion: String? = nil,
        osVersion: String? = nil,
        deviceModel: String? = nil,
        life: Life? = nil,
        seenBefore: Timestamp? = nil,
        seenAfter: Timestamp? = nil
    ) {
        self.user = user
        self.ids = ids
        self.role = role
        self.kind = kind
        self.appVersion = appVersion
        self.osVersion = osVersion
        self.deviceModel = deviceModel
        self.life = life
        self.seenBefore = seenBefore
        self.seenAfter = seenAfter
    }
}

/// A session that does not exist yet.
public struct NewSession: Sendable {
    public let session: Session
    public let token: CredentialHash
    /// That the person may have of its kind at once, this one among them.
    public let maximum: Int
    /// That was found right; the session begins only while it is still the person's. Nil for who showed something else.
    public let password: PasswordHash?
    public let audit: AuditDraft

    public init(
        session: Session,
        token: CredentialHash,
        maximum: Int = SessionLifetimes.maximumPerUser,
        password: PasswordHash? = nil,
        audit: AuditDraft
    ) {
        self.session = session
        self.token = token
        self.maximum = maximum
        self.password = password
        self.audit = audit
    }
}

/// A session as the authenticator reads it: with the state of everything that can make it worthless, in one read.
public struct SessionRecord: Sendable {
    public let session: Session
    public let user: User
    public let role: Role
    public let tenant: Tenant
    /// That the tenant gives to sessions of its app.
    public let terms: SessionTerms
    /// When the person last gave a password or a code after the sign-in; only read for the console.
    public var provedAt: Timestamp?

    public init(session: Session, user: User, role: Role, tenant: Tenant, terms: SessionTerms) {
        self.terms = terms
        self.session = session
        self.user = user
        self.role = role
        self.tenant = tenant
    }
}

extension SessionRecord {
    /// Who acts in it: the person, or who uses the app as them.
    public func principal(from origin: Principal.Origin?, provedAt: Timestamp? = nil) -> Principal {
        let principal = Principal.user(user.id, role: role, from: origin, session: session.id, provedAt: provedAt)
        let kind: Principal.Kind
        switch session.impersonator {
        case nil: return principal
        case .user(let id, _): kind = .user(id)
        case .key(let id): kind = .key(id)
        }
        return Principal(
            kind: kind,
            rank: principal.rank,
            permissions: principal.permissions,
            origin: origin,
            session: session.id,
            provedAt: provedAt
        )
    }
}

/// When a session was last seen, to be written later with others.
public struct SessionSighting: Sendable, Hashable {
    public let tenant: Tenant.ID
    public let session: Session.ID
    public let user: User.ID
    public let seenAt: Timestamp
    public let expiresAt: Timestamp

    public init(tenant: Tenant.ID, session: Session.ID, user: User.ID, seenAt: Timestamp, expiresAt: Timestamp) {
        self.tenant = tenant
        self.session = session
        self.user = user
        self.seenAt = seenAt
        self.expiresAt = expiresAt
    }
}

/// Sessions, kept by a store.
public protocol SessionStore: Sendable {
    /// - Returns: nil for a token that this tenant does not know.
    func record(_ token: CredentialHash, in tenant: Tenant.ID) async throws(DomainError) -> SessionRecord?
    /// The same for one named by its id.
    func record(of id: Session.ID, in tenant: Tenant.ID) async throws(DomainError) -> SessionRecord?
    /// A key and a session of one request, from one reading.
    func records(
        key: CredentialHash,
        session: CredentialHash,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> (key: KeyRecord?, session: SessionRecord?)
    /// Inserts it, marks the user as seen, and ends the longest unseen ones beyond its `maximum`.
    /// - Throws: `.notFound(.user)` when the user is gone or not active any more.
    func insert(_ new: NewSession, in tenant: Tenant.ID) async throws(DomainError)
    /// Where a person's latest sessions, also those that have ended, were seen last; at most `limit`.
    func addresses(of user: User.ID, limit: Int, in tenant: Tenant.ID) async throws(DomainError) -> [String]
    /// Latest seen first; the cursor's key is the time.
    func page(
        _ filter: SessionFilter,
        _ request: PageRequest,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<SessionSummary>
    func count(_ filter: SessionFilter, at now: Timestamp, in tenant: Tenant.ID) async throws(DomainError) -> Int
    /// Ends those that match, which are alive: at most `limit` in one transaction with one audit entry.
    /// - Parameter user: whose right at Apple shall be withdrawn with it.
    /// - Returns: how many it ended; fewer than `limit` means that none is left.
    func end(
        _ filter: SessionFilter,
        reason: Session.EndReason,
        limit: Int,
        withdrawingAtApple user: User.ID?,
        in tenant: Tenant.ID,
        audit: @escaping @Sendable (_ ended: Int) -> AuditDraft
    ) async throws(DomainError) -> Int
    /// Writes sightings; those of ended sessions change nothing.
    func record(_ sightings: [SessionSighting]) async throws(DomainError)
}

extension SessionStore {
    /// The same without anything to withdraw at Apple.
    public func end(
        _ filter: SessionFilter,
        reason: Session.EndReason,
        limit: Int,
        in tenant: Tenant.ID,
        audit: @escaping @Sendable (_ ended: Int) -> AuditDraft
    ) async throws(DomainError) -> Int {
        try await end(filter, reason: reason, limit: limit, withdrawingAtApple: nil, in: tenant, audit: audit)
    }
}
