import Domain

/// Creates the accounts of users who sign up, and opens their first session.
public struct SignUp: Sendable {
    let signIns: PasswordSignIn

    private var opener: SessionOpener { signIns.opener }
    private var limiter: RateLimiter { signIns.limiter }
    private var passwords: PasswordGate { signIns.passwords }
    private var systemContext: SystemContext { signIns.systemContext }

    /// Creates an account with the role `customer`, and opens its first session unless the address has to be confirmed
    /// first.
    public func signUp(_ account: NewAccount, in context: SignInContext) async throws(AuthFailure) -> SignUpOutcome {
        try await signIns.attempts.recording(.passwordSignUp, in: context) { () throws(AuthFailure) in
            try await signedUp(account, in: context)
        }
    }

    private func signedUp(_ account: NewAccount, in context: SignInContext) async throws(AuthFailure) -> SignUpOutcome {
        let settings = try await signIns.settings(in: context)
        guard settings.methods.contains(.password) else { throw .signIn(.passwordDisabled) }
        guard settings.signUp == .open else { throw .signIn(.signUpDisabled) }
        let (email, profile) = try Self.validated(account)
        return try await StoreErrorMapping.hidden(as: .signIn(.wrongCredentials)).run {
            let shared = try await takeSignUp(.passwordSignUp, in: context)
            let user = newUser(profile, settings, in: context)
            if settings.confirmsEmail {
                try await givingBack(shared) { () async throws(DomainError) in
                    try await contest(email, account.password, with: user, in: context)
                }
                return .unconfirmed(user)
            }
            let hash = try await givingBack(shared) { () async throws(DomainError) in
                try await passwords.hash(account.password, for: context.tenant.id, from: .init(context.origin))
            }
            do { try await insert(user, hash, in: context) } catch DomainError.conflict(.emailTaken) {
                throw AuthFailure.signIn(.userExists)
            }
            return .signedIn(
                try await opener.open(SessionOpening(user, try Self.customer(), settings: settings), in: context)
            )
        }
    }

    /// Creates an anonymous user without any proof, and opens their session. A user who loses the session loses the
    /// account.
    public func signUpAnonymously(
        _ userMetadata: UserAttributes = .none,
        in context: SignInContext
    ) async throws(AuthFailure) -> SignedIn {
        try await signIns.attempts.recording(.anonymousSignUp, in: context) { () throws(AuthFailure) in
            try await signedUpAnonymously(userMetadata, in: context)
        }
    }

    private func signedUpAnonymously(
        _ userMetadata: UserAttributes,
        in context: SignInContext
    ) async throws(AuthFailure) -> SignedIn {
        let settings = try await signIns.settings(in: context)
        guard settings.methods.contains(.anonymous) else { throw .signIn(.anonymousDisabled) }
        guard settings.signUp == .open else { throw .signIn(.signUpDisabled) }
        return try await StoreErrorMapping.hidden(as: .signIn(.wrongCredentials)).run {
            try await takeSignUp(.guestSignUp, in: context)
            let user = newUser(NewProfile(userMetadata: userMetadata), settings, in: context)
            try await insert(user, nil, in: context)
            return try await opener.open(
                SessionOpening(user, try Self.customer(), by: nil, settings: settings),
                in: context
            )
        }
    }

    /// Runs `work`, and puts the tokens of the try back when the hashing queue has no room for the password.
    private func givingBack<Result: Sendable>(
        _ shared: [RateLimitClaim],
        _ work: () async throws(DomainError) -> Result
    ) async throws(DomainError) -> Result {
        do throws(DomainError) { return try await work() } catch {
            if case .unavailable = error { try? await limiter.giveBack(shared) }
            throw error
        }
    }

    /// Creates the account, unless the address is taken. The caller sees no difference: equal work and an equal answer.
    ///
    /// When two users sign up with an unconfirmed address, one of them has the mailbox, and the server does not know
    /// which. A password that both know stays; any other is deleted when the address is confirmed, because it would let
    /// the first of them in. Until then nothing changes, because anyone can sign up with any address.
    private func contest(
        _ email: EmailAddress,
        _ password: String,
        with new: User,
        in context: SignInContext
    ) async throws(DomainError) {
        let tenant = context.tenant.id
        let known = try await signIns.lookUp(email, in: context)
        guard known.isAccount else {
            let hash = try await passwords.hash(password, for: tenant, from: .init(context.origin))
            do throws(DomainError) { return try await insert(new, hash, in: context) } catch {
                guard error == .conflict(.emailTaken) else { throw error }
                // Another sign-up with this address was stored a moment earlier.
                return try await contest(email, password, with: new, in: context)
            }
        }
        let isSame = try await passwords.check(
            password,
            against: known.password,
            for: tenant,
            from: .init(context.origin)
        ).isRight
        try await signIns.accounts.decline(new, for: known.user, isContested: !isSame, in: tenant)
    }

    /// Counts one try, before any work for it.
    /// - Returns: the tokens to return when the try fails early.
    @discardableResult
    private func takeSignUp(
        _ attempt: AnonymousAttempt,
        in context: SignInContext
    ) async throws(DomainError) -> [RateLimitClaim] {
        try await limiter.take(
            limiter.claims(.signUpByAddress, tenant: context.tenant.id, from: context.origin),
            limiter.share(of: attempt, tenant: context.tenant.id, from: context.origin)
        )
    }

    private static func customer() throws(DomainError) -> Role {
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
        try await signIns.users.insert(NewUser(user: user, password: hash, audit: audit), in: context.tenant.id) { _ in
        }
    }

    private static func validated(
        _ account: NewAccount
    ) throws(AuthFailure) -> (email: EmailAddress, profile: NewProfile) {
        var problems: [FieldProblem] = []
        let address = UserAdministration.email(account.email, &problems)
        if account.email.isEmpty { problems.append(.init(field: "email", rule: .missing)) }
        let title = UserAdministration.name(account.name, &problems)
        do { try PasswordRules.check(account.password, about: [account.email, account.name ?? ""]) } catch {
            problems.append(.init(field: "password", rule: error))
        }
        guard problems.isEmpty, let address else { throw .invalid(problems) }
        return (address, NewProfile(email: address, name: title, userMetadata: account.userMetadata))
    }
}

/// The data a user sends to sign up.
public struct NewAccount: Sendable {
    public let email: String
    public let name: String?
    public let password: String
    public let userMetadata: UserAttributes

    public init(email: String, name: String? = nil, password: String, userMetadata: UserAttributes = .none) {
        self.email = email
        self.name = name
        self.password = password
        self.userMetadata = userMetadata
    }
}

/// The attributes of a user who signs up.
struct NewProfile: Sendable {
    var email: EmailAddress?
    var name: String?
    var userMetadata = UserAttributes.none
}

/// The result of signing up.
public enum SignUpOutcome: Sendable {
    case signedIn(SignedIn)
    /// The address has to be confirmed first. When the address was already taken, the user in here is made up.
    case unconfirmed(User)
}

extension SignUpOutcome: AttemptResult {
    /// The user of an unconfirmed address may be made up.
    public var attemptUser: User.ID? { if case .signedIn(let signedIn) = self { signedIn.user.id } else { nil } }
    public var attemptSession: Session.ID? {
        if case .signedIn(let signedIn) = self { signedIn.session.id } else { nil }
    }
}
