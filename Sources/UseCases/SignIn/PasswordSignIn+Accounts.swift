import Domain

/// Creates accounts for sign-in, and ends expired bans.
extension PasswordSignIn {
    /// Creates an anonymous user without any proof, and opens their session. A user who loses the session loses the
    /// account.
    public func signUpAnonymously(
        _ userMetadata: UserAttributes = .none,
        in context: SignInContext
    ) async throws(AuthFailure) -> SignedIn {
        try await attempts.recording(.anonymousSignUp, in: context) { () throws(AuthFailure) in
            try await signedUpAnonymously(userMetadata, in: context)
        }
    }

    private func signedUpAnonymously(
        _ userMetadata: UserAttributes,
        in context: SignInContext
    ) async throws(AuthFailure) -> SignedIn {
        let settings = try await settings(in: context)
        guard settings.methods.contains(.anonymous) else { throw .signIn(.anonymousDisabled) }
        guard settings.signUp == .open else { throw .signIn(.signUpDisabled) }
        return try await StoreErrorMapping.hidden(as: .signIn(.wrongCredentials)).run {
            try await takeSignUp(.guestSignUp, in: context)
            let user = newUser(NewProfile(userMetadata: userMetadata), settings, in: context)
            try await insert(user, nil, in: context)
            return try await open(SessionOpening(user, try Self.customer(), by: nil, settings: settings), in: context)
        }
    }

    func settings(in context: SignInContext) async throws(AuthFailure) -> TenantSettings {
        try await StoreErrorMapping.hidden(as: .signIn(.wrongCredentials)).run {
            try await settings.settings(of: context.tenant.id).settings
        }
    }

    /// Counts one try, before any work for it.
    /// - Returns: the tokens to return when the try fails early.
    @discardableResult
    func takeSignUp(
        _ attempt: AnonymousAttempt,
        in context: SignInContext
    ) async throws(DomainError) -> [RateLimitClaim] {
        try await limiter.take(
            limiter.claims(.signUpByAddress, tenant: context.tenant.id, from: context.origin),
            limiter.share(of: attempt, tenant: context.tenant.id, from: context.origin)
        )
    }

    static func customer() throws(DomainError) -> Role {
        guard let role = Role.builtIn.first(where: { $0.name == .customer }) else { throw .notFound(.role) }
        return role
    }

    func newUser(_ profile: NewProfile, _ settings: TenantSettings, in context: SignInContext) -> User {
        let now = systemContext.now()
        return User(
            id: systemContext.newID(),
            tenant: context.tenant.id,
            email: profile.email,
            emailVerified: false,
            name: profile.name,
            role: .customer,
            state: .active,
            createdAt: now,
            updatedAt: now,
            lastSeenAt: now,
            userMetadata: settings.isAnonymous ? profile.userMetadata.impersonal : profile.userMetadata,
            appMetadata: settings.appMetadata(at: now),
            isAnonymous: profile.email == nil
        )
    }

    func insert(_ user: User, _ hash: PasswordHash?, in context: SignInContext) async throws(DomainError) {
        let principal = Principal(kind: .user(user.id), rank: 0, permissions: [], origin: context.origin)
        let audit = AuditDraft(
            .userSignedUp,
            by: principal,
            at: user.createdAt,
            target: .init(.user, user.id),
            changes: user.email.map { [.init("email", from: nil, to: $0.masked)] } ?? []
        )
        try await users.insert(NewUser(user: user, password: hash, audit: audit), in: context.tenant.id) { _ in }
    }

    /// Reactivates a user whose ban has expired.
    func released(_ user: User, in context: SignInContext) async throws(DomainError) -> User {
        let now = systemContext.now()
        guard user.hasServedBan(at: now) else { return user }
        let released = try await users.change(user.id, in: context.tenant.id, newRole: nil) {
            record throws(DomainError) in
            guard record.user.hasServedBan(at: now) else { return UserDecision(.keep(record.user), audit: nil) }
            return UserDecision(
                .keep(record.user.with(.init(state: .active), updatedAt: now)),
                audit: AuditDraft(
                    .userEnabled,
                    by: .system,
                    at: now,
                    target: .init(.user, user.id),
                    changes: [.init("banned_until", from: record.user.bannedUntil?.rfc3339, to: nil)]
                )
            )
        }
        return released ?? user
    }
}
