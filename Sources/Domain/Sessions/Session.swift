/// One sign-in on one device.
public struct Session: Sendable, Hashable {
    public typealias ID = Identifier<Session>

    /// What the session is good for.
    public enum Kind: String, Sendable, CaseIterable {
        case app, console
    }

    /// What ended a session before its time.
    public enum EndReason: String, Sendable, CaseIterable {
        case signedOut = "signed_out"
        /// By the same person, from another session.
        case revokedByUser = "revoked_by_user"
        case revokedByAdministrator = "revoked_by_administrator"
        case userDisabled = "user_disabled"
        case roleChanged = "role_changed"
        case passwordChanged = "password_changed"
        case tooManySessions = "too_many_sessions"
        /// A refresh token came a second time: the session ends, whoever of the two was the right one.
        case refreshReuse = "refresh_reuse"
        /// The person took the app's right away at Apple, or gave their Apple Account up.
        case appleWithdrawn = "apple_withdrawn"
        /// Whoever used the app as this person does not any more.
        case impersonationEnded = "impersonation_ended"
        case restored

        /// Whether it says nothing against what was done in the session: its person went, or it made room for another
        /// one.
        public var isOrdinary: Bool { self == .signedOut || self == .tooManySessions }
    }

    /// Who acts in a session as someone else.
    public enum Impersonator: Sendable, Hashable {
        /// Someone of the tenant, no longer than the session lives with which they came.
        case user(User.ID, session: ID)
        /// The tenant's back end, while its key is good.
        case key(APIKey.ID)

        public var text: String {
            switch self {
            case .user(let id, _): id.description
            case .key(let id): id.description
            }
        }
    }

    /// How long someone may act as someone else.
    public static let impersonationLifetime = Duration.hours(1)

    public let id: ID
    public let tenant: Tenant.ID
    public let user: User.ID
    public let kind: Kind
    public let device: Device
    /// The address of the sign-in; nil for tenants that keep none.
    public let address: String?
    public let createdAt: Timestamp
    public let lastSeenAt: Timestamp
    public let expiresAt: Timestamp
    public let endedAt: Timestamp?
    public let endReason: EndReason?
    /// Who stood for the person when it began; nil for one who proved nothing.
    public let provider: Identity.Provider?
    /// Nil for the person themselves.
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

    public func isAlive(at moment: Timestamp) -> Bool { endedAt == nil && moment < expiresAt }
}

/// What a session tells of the device that it is on; all of it is the client's word.
public struct Device: Sendable, Hashable {
    public let name: String?
    public let model: String?
    public let osVersion: String?
    public let appVersion: String?
    public let userAgent: String?

    public init(
        name: String? = nil,
        model: String? = nil,
        osVersion: String? = nil,
        appVersion: String? = nil,
        userAgent: String? = nil
    ) {
        self.name = name
        self.model = model
        self.osVersion = osVersion
        self.appVersion = appVersion
        self.userAgent = userAgent
    }

    /// Without what the person calls the device.
    public var unnamed: Device {
        Device(model: model, osVersion: osVersion, appVersion: appVersion, userAgent: userAgent)
    }
}

/// How long sessions live.
public struct SessionLifetimes: Sendable, Hashable {
    /// Unused for this long, a session ends.
    public let idle: Duration
    /// However much it is used, it ends after this.
    public let absolute: Duration

    public init(idle: Duration, absolute: Duration) {
        self.idle = idle
        self.absolute = absolute
    }

    /// Idle 30 days, absolute 180 days.
    public static let app = SessionLifetimes(idle: .days(30), absolute: .days(180))
    /// Idle 30 minutes, absolute 12 hours.
    public static let console = SessionLifetimes(idle: .minutes(30), absolute: .hours(12))

    /// The last-seen time is written at most this often.
    public static let touchInterval = Duration.minutes(1)
    /// Of one user, where the tenant sets nothing else; the longest unseen ends when one more begins.
    public static let maximumPerUser = 20

    public func expiry(createdAt: Timestamp, lastSeenAt: Timestamp) -> Timestamp {
        min(createdAt + absolute, lastSeenAt + idle)
    }
}

/// What a tenant's settings say of each session of its app.
public struct SessionTerms: Sendable, Hashable {
    public let lifetimes: SessionLifetimes
    /// Nil for what the server gives by itself.
    public let accessTokenLifetime: Duration?
    /// No address and no name of a device is kept.
    public let isAnonymous: Bool
    /// Who signs out everywhere withdraws the app's right at Apple too.
    public let revokesAtApple: Bool
    /// An address lets someone in only when it is confirmed.
    public let confirmsEmail: Bool

    public init(
        lifetimes: SessionLifetimes,
        accessTokenLifetime: Duration?,
        isAnonymous: Bool,
        revokesAtApple: Bool = false,
        confirmsEmail: Bool = false
    ) {
        self.lifetimes = lifetimes
        self.accessTokenLifetime = accessTokenLifetime
        self.isAnonymous = isAnonymous
        self.revokesAtApple = revokesAtApple
        self.confirmsEmail = confirmsEmail
    }

    /// Of a tenant that has set nothing.
    public static let standard = SessionTerms(lifetimes: .app, accessTokenLifetime: nil, isAnonymous: false)
}
