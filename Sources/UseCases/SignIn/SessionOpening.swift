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

    init(
        _ user: User,
        _ role: Role,
        kind: Session.Kind = .app,
        by provider: Identity.Provider? = .password,
        proving password: PasswordHash? = nil,
        settings: TenantSettings = .standard
    ) {
        self.user = user
        self.role = role
        self.kind = kind
        self.provider = provider
        self.password = password
        self.settings = settings
    }
}
