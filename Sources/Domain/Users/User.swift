/// A user of one tenant.
public struct User: Sendable, Hashable {
    public typealias ID = Identifier<User>

    public enum State: String, Sendable, CaseIterable {
        case active
        /// The user cannot sign in, and none of their sessions is accepted.
        case disabled
        /// An administrator has invited the user, who has not set a password yet.
        case invited
    }

    public static let nameMaximumLength = 200

    public let id: ID
    public let tenant: Tenant.ID
    /// Nil for users who signed up without an address.
    public let email: EmailAddress?
    public let emailVerified: Bool
    public let name: String?
    public let role: Role.Name
    public let state: State
    public let createdAt: Timestamp
    public let updatedAt: Timestamp
    public let lastSeenAt: Timestamp?
    /// Written by the app.
    public let userMetadata: UserAttributes
    /// Written by the tenant's backend and its settings; read-only for the app.
    public let appMetadata: UserAttributes
    /// The user signed up without any proof: losing the session means losing the account.
    public let isAnonymous: Bool
    /// When the ban of a disabled user ends; nil for never.
    public let bannedUntil: Timestamp?
    /// The history of the profile, which the store updates with each change.
    public let history: ProfileHistory

    public init(
        id: ID,
        tenant: Tenant.ID,
        email: EmailAddress?,
        emailVerified: Bool,
        name: String?,
        role: Role.Name,
        state: State,
        createdAt: Timestamp,
        updatedAt: Timestamp,
        lastSeenAt: Timestamp?,
        userMetadata: UserAttributes = .none,
        appMetadata: UserAttributes = .none,
        isAnonymous: Bool = false,
        bannedUntil: Timestamp? = nil,
        history: ProfileHistory = .none
    ) {
        self.history = history
        self.id = id
        self.tenant = tenant
        self.email = email
        self.emailVerified = emailVerified
        self.name = name
        self.role = role
        self.state = state
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.lastSeenAt = lastSeenAt
        self.userMetadata = userMetadata
        self.appMetadata = appMetadata
        self.isAnonymous = isAnonymous
        self.bannedUntil = bannedUntil
    }

    /// Whether a ban had an end, which has passed.
    public func hasServedBan(at now: Timestamp) -> Bool {
        state == .disabled && bannedUntil.map { $0 <= now } ?? false
    }
}

extension FieldProblem.Rule: Error {}

extension User {
    /// Returns a copy with other values. A new address is unverified, unless stated otherwise; a user who is not
    /// disabled has no ban.
    public func with(_ changes: Changes = Changes(), updatedAt: Timestamp) -> User {
        let state = changes.state ?? state
        let email = changes.email ?? email
        return User(
            id: id,
            tenant: tenant,
            email: email,
            emailVerified: changes.emailVerified ?? (email == self.email && emailVerified),
            name: changes.name ?? name,
            role: changes.role ?? role,
            state: state,
            createdAt: createdAt,
            updatedAt: updatedAt,
            lastSeenAt: lastSeenAt,
            userMetadata: changes.userMetadata ?? userMetadata,
            appMetadata: changes.appMetadata ?? appMetadata,
            isAnonymous: changes.isAnonymous ?? isAnonymous,
            bannedUntil: state == .disabled ? changes.bannedUntil ?? bannedUntil : nil,
            history: history
        )
    }

    /// Returns a copy of the user with another history.
    func with(history: ProfileHistory) -> User {
        User(
            id: id,
            tenant: tenant,
            email: email,
            emailVerified: emailVerified,
            name: name,
            role: role,
            state: state,
            createdAt: createdAt,
            updatedAt: updatedAt,
            lastSeenAt: lastSeenAt,
            userMetadata: userMetadata,
            appMetadata: appMetadata,
            isAnonymous: isAnonymous,
            bannedUntil: bannedUntil,
            history: history
        )
    }

    /// The attributes in which a copy differs; nil leaves one as it is.
    public struct Changes: Sendable {
        let email: EmailAddress??
        let emailVerified: Bool?
        let name: String??
        let role: Role.Name?
        let state: State?
        let userMetadata: UserAttributes?
        let appMetadata: UserAttributes?
        let isAnonymous: Bool?
        let bannedUntil: Timestamp??

        public init(
            email: EmailAddress?? = nil,
            emailVerified: Bool? = nil,
            name: String?? = nil,
            role: Role.Name? = nil,
            state: State? = nil,
            userMetadata: UserAttributes? = nil,
            appMetadata: UserAttributes? = nil,
            isAnonymous: Bool? = nil,
            bannedUntil: Timestamp?? = nil
        ) {
            self.email = email
            self.emailVerified = emailVerified
            self.name = name
            self.role = role
            self.state = state
            self.userMetadata = userMetadata
            self.appMetadata = appMetadata
            self.isAnonymous = isAnonymous
            self.bannedUntil = bannedUntil
        }
    }
}
