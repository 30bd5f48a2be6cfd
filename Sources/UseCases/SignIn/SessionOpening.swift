import Domain

/// The session to open for a user who has been authenticated.
struct SessionOpening: Sendable {
    let user: User
    let role: Role
    let kind: Session.Kind
    /// Nil for a user without a sign-in method.
    let provider: Identity.Provider?
    /// The hash that matched, for a sign-in by password.
    let password: PasswordHash?
    let settings: TenantSettings
    /// Whether the least recently used session ends even where the tenant rejects a session beyond the maximum: the
    /// user recovers the account, or is signed in already.
    let makesRoom: Bool

    /// The tenant's limit counts sessions of the app; the console has a limit of its own.
    var limit: SessionLimit {
        guard kind == .app else { return .standard }
        return makesRoom ? SessionLimit(maximum: settings.sessionsPerUser, action: .endOldest) : settings.sessionLimit
    }

    init(
        _ user: User,
        _ role: Role,
        kind: Session.Kind = .app,
        by provider: Identity.Provider? = .password,
        proving password: PasswordHash? = nil,
        settings: TenantSettings = .standard,
        makesRoom: Bool = false
    ) {
        self.user = user
        self.role = role
        self.kind = kind
        self.provider = provider
        self.password = password
        self.settings = settings
        self.makesRoom = makesRoom
    }
}
