/// One sign-in on one device.
public struct Session: Sendable, Hashable {
    public typealias ID = Identifier<Session>

    /// What the session grants access to.
    public enum Kind: String, Sendable, CaseIterable {
        case app, console
    }

    /// Says why a session ended early.
    public enum EndReason: String, Sendable, CaseIterable {
        case signedOut = "signed_out"
        /// The user revoked it from another session.
        case revokedByUser = "revoked_by_user"
        case revokedByAdministrator = "revoked_by_administrator"
        case userDisabled = "user_disabled"
        case roleChanged = "role_changed"
        case passwordChanged = "password_changed"
        case tooManySessions = "too_many_sessions"
        /// A refresh token was reused: the session ends, because the server cannot distinguish the user's device from
        /// an attacker's.
        case refreshReuse = "refresh_reuse"
        /// The user withdrew consent at Apple, or deleted their Apple Account.
        case appleWithdrawn = "apple_withdrawn"
        /// The impersonation was ended.
        case impersonationEnded = "impersonation_ended"
        case restored

        /// Whether the reason casts no doubt on the session's actions: its user signed out, or it was replaced by
        /// another session.
        public var isOrdinary: Bool { self == .signedOut || self == .tooManySessions }
    }

    /// Identifies the impersonator of a session.
    public enum Impersonator: Sendable, Hashable {
        /// A member of the tenant; the impersonation ends with the named console session at the latest.
        case user(User.ID, session: ID)
        /// The tenant's backend, while its key is not revoked.
        case key(APIKey.ID)

        public var text: String {
            switch self {
            case .user(let id, _): id.description
            case .key(let id): id.description
            }
        }
    }

    /// The lifetime of an impersonation.
    public static let impersonationLifetime = Duration.hours(1)

    public let id: ID
    public let tenant: Tenant.ID
    public let user: User.ID
    public let kind: Kind
    public let device: Device
    /// The address of the sign-in; nil for tenants that store none.
    public let address: String?
    public let createdAt: Timestamp
    public let lastSeenAt: Timestamp
    public let expiresAt: Timestamp
    public let endedAt: Timestamp?
    public let endReason: EndReason?
    /// The provider that authenticated the user at sign-in; nil for an anonymous sign-up.
    public let provider: Identity.Provider?
    /// Nil when the user acts themselves.
    public let impersonator: Impersonator?

    public init(
        id: ID,
        tenant: Tenant.ID,
        user: User.ID,
        kind: Kind,
        device: Device,
        address: String?,
        createdAt: Timestamp,
        lastSeenAt: Timestamp,
        expiresAt: Timestamp,
        endedAt: Timestamp? = nil,
        endReason: EndReason? = nil,
        provider: Identity.Provider? = nil,
        impersonator: Impersonator? = nil
    ) {
        self.id = id
        self.tenant = tenant
        self.user = user
        self.kind = kind
        self.device = device
        self.address = address
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
        self.expiresAt = expiresAt
        self.endedAt = endedAt
        self.endReason = endReason
        self.provider = provider
        self.impersonator = impersonator
    }

    public func isAlive(at now: Timestamp) -> Bool { endedAt == nil && now < expiresAt }
}
