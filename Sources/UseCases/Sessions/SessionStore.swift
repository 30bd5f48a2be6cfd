import Domain
import Foundation

/// A session with its user.
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

/// Selects sessions. A nil property matches every session.
public struct SessionFilter: Sendable, Hashable {
    public enum Life: String, Sendable, CaseIterable {
        case alive, ended
    }

    public static let textMaximumLength = 200

    public var user: User.ID?
    /// Only these sessions, at most 200.
    public var ids: [Session.ID]?
    public var role: Role.Name?
    public var kind: Session.Kind?
    public var appVersion: String?
    public var osVersion: String?
    public var deviceModel: String?
    public var life: Life?
    public var seenBefore: Timestamp?
    public var seenAfter: Timestamp?
    /// Selects only users whose rank is at most this.
    public var maximumRank: Role.Rank?
    /// Excludes sessions in which an impersonator acts as the user.
    public var isOwn = false
    /// Excludes this session, whatever the other properties say.
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
    /// The number of sessions of its kind that the user may have at once, including this one.
    public let maximum: Int
    /// The password hash that matched; the session begins only while it is still the user's. Nil for a user who signed
    /// in by another method.
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

/// A session as the authenticator reads it: with the state of everything that can invalidate it, from one read.
public struct SessionRecord: Sendable {
    public let session: Session
    public let user: User
    public let role: Role
    public let tenant: Tenant
    /// The terms that the tenant gives to sessions of its app.
    public let terms: SessionTerms
    /// When the user last proved a password or a code after the sign-in; only read for the console.
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
    /// Returns the principal that acts in the session: the user, or their impersonator.
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

/// The time a session was last seen, to be written later in a batch.
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

/// Stores sessions.
public protocol SessionStore: Sendable {
    /// - Returns: nil for a token that this tenant does not have.
    func record(_ token: CredentialHash, in tenant: Tenant.ID) async throws(DomainError) -> SessionRecord?
    /// Returns the record of a session by its id.
    func record(of id: Session.ID, in tenant: Tenant.ID) async throws(DomainError) -> SessionRecord?
    /// Returns the key and the session of one request, from one read.
    func records(
        key: CredentialHash,
        session: CredentialHash,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> (key: KeyRecord?, session: SessionRecord?)
    /// Inserts the session, marks the user as seen, and ends the sessions unseen for longest beyond its `maximum`.
    /// - Throws: `.notFound(.user)` when the user is deleted or not active any more.
    func insert(_ new: NewSession, in tenant: Tenant.ID) async throws(DomainError)
    /// Returns the addresses where a user's latest sessions, including ended ones, were last seen; at most `limit`.
    func addresses(of user: User.ID, limit: Int, in tenant: Tenant.ID) async throws(DomainError) -> [String]
    /// Returns a page, latest seen first; the cursor's key is the time.
    func page(
        _ filter: SessionFilter,
        _ request: PageRequest,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<SessionSummary>
    func count(_ filter: SessionFilter, at now: Timestamp, in tenant: Tenant.ID) async throws(DomainError) -> Int
    /// Ends live sessions that match: at most `limit` in one transaction with one audit entry.
    /// - Parameter user: the user whose consent at Apple is revoked with it.
    /// - Returns: the number of ended sessions; fewer than `limit` means that none is left.
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
    /// Ends sessions without revoking anything at Apple.
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
