import Crypto
import Domain

/// Signs members and operators in to the console and out, and decides which tenants they may enter.
public struct ConsoleAccess: Sendable {
    /// The number of accounts with one address that are tried when a password comes without a tenant. The number of
    /// hashes is always equal, so the response time does not show of how many tenants a user is a member. A user with
    /// more accounts has to name the tenant.
    static let candidateLimit = 2

    let store: any ConsoleStore
    let operators: any OperatorStore
    let tenants: any TenantStore
    let authenticator: AppAuthenticator
    let signIns: PasswordSignIn
    let selfService: SessionSelfService
    let passwords: PasswordGate
    let factors: SecondFactors
    let limiter: RateLimiter
    let systemContext: SystemContext
    private let challengeKey: SymmetricKey

    init(
        store: any ConsoleStore,
        operators: any OperatorStore,
        tenants: any TenantStore,
        authenticator: AppAuthenticator,
        signIns: PasswordSignIn,
        selfService: SessionSelfService,
        passwords: PasswordGate,
        factors: SecondFactors,
        limiter: RateLimiter,
        root: RootKey,
        systemContext: SystemContext
    ) {
        self.store = store
        self.operators = operators
        self.tenants = tenants
        self.authenticator = authenticator
        self.signIns = signIns
        self.selfService = selfService
        self.passwords = passwords
        self.factors = factors
        self.limiter = limiter
        self.systemContext = systemContext
        challengeKey = root.derived(for: .challenge)
    }

    /// The password decides which account is meant: another account with this address, in another tenant, changes
    /// nothing. An operator is preferred to a member.
    /// - Parameter tenant: the slug; needed only for members of several tenants.
    public func beginSignIn(
        email: String,
        password: String,
        tenant: String?,
        from client: SignInClient
    ) async throws(AuthFailure) -> SignInResult {
        guard let address = EmailAddress(email) else {
            throw .invalid([.init(field: "email", rule: .malformed(.notAnEmailAddress))])
        }
        let slug = try Self.slug(tenant)
        return try await StoreErrorMapping.hidden(as: .signIn(.wrongCredentials)).run {
            let limit = slug == nil ? Self.candidateLimit : 1
            let placeholder = PasswordLookup.Placeholder(user: systemContext.newID(), password: passwords.placeholder)
            let all = try await store.guesses(at: address, tenant: slug, limit: limit, else: placeholder)
            let counted = try await count(address, of: all, hashes: limit, from: client)
            let guesses = all.filter { counted.accounts.contains($0.guessed(address)) }
            let found = try await right(
                TypedPassword(text: password, guesses: guesses, hashes: limit),
                counted,
                from: client
            )
            if found.isEmpty { notify(of: guesses, counted, from: client) }
            let (guess, isOutdated) = try Self.one(of: found)
            guard var candidate = try await store.candidate(guess.account)?.proven(by: guess.password) else {
                throw AuthFailure.signIn(.wrongCredentials)
            }
            if isOutdated, case .member(let user, let role, let old?, let tenant) = candidate {
                guard let renewed = try await signIns.renew(password, of: user.id, from: old, in: tenant.id) else {
                    throw AuthFailure.signIn(.wrongCredentials)
                }
                candidate = .member(user, role, renewed, tenant)
            }
            let result = try await admit(candidate, from: client)
            try await limiter.succeeded(counted, of: guess.guessed(address))
            return result
        }
    }

    /// Signs in an account without a second factor by its password; an account with a second factor is rejected.
    public func signIn(
        email: String,
        password: String,
        tenant: String?,
        from client: SignInClient
    ) async throws(AuthFailure) -> ConsoleEntry {
        let result = try await beginSignIn(email: email, password: password, tenant: tenant, from: client)
        guard case .entered(let entry) = result else { throw .signIn(.wrongCredentials) }
        return entry
    }

    /// Begins a console sign-in for a user whom Apple has authenticated.
    /// - Throws: `.signIn(.noConsoleAccess)`
    public func beginSignIn(_ user: User, from client: SignInClient) async throws(AuthFailure) -> SignInResult {
        try await StoreErrorMapping.hidden(as: .signIn(.wrongCredentials)).run {
            guard let candidate = try await store.candidate(.member(user.id, user.tenant)) else {
                throw AuthFailure.signIn(.noConsoleAccess)
            }
            return try await admit(candidate, by: .apple, from: client)
        }
    }

    /// Admits an account that has been authenticated by one factor.
    private func admit(
        _ candidate: ConsoleCandidate,
        by provider: Identity.Provider = .password,
        from client: SignInClient
    ) async throws(DomainError) -> SignInResult {
        guard try await factors.hasFactor(candidate.account) else {
            return .entered(try await open(candidate, by: provider, from: client))
        }
        let challenge = TOTPChallenge(
            candidate.account,
            by: provider,
            password: candidate.password,
            at: systemContext.now()
        )
        return .codeNeeded(challenge: challenge.text(challengeKey))
    }

    /// Completes a sign-in with the TOTP or recovery code after the first factor, a password or Apple.
    /// - Returns: nil when the user has to begin again: the challenge has expired, or the account has changed since.
    /// - Throws: `.invalid` with `code`, `.throttled`, `.unavailable`
    public func enter(
        _ challenge: String,
        code: String,
        from client: SignInClient
    ) async throws(DomainError) -> ConsoleEntry? {
        guard let challenge = TOTPChallenge(challenge, challengeKey, at: systemContext.now()),
            let candidate = try await store.candidate(challenge.account), !challenge.isStale(for: candidate.password)
        else { return nil }
        guard try await factors.admit(code, to: challenge.account, from: client.origin) else {
            throw SecondFactors.wrongCode
        }
        return try await open(candidate, by: challenge.provider, from: client)
    }

    var devices: KnownDevices { signIns.devices }

    /// - Throws: `.signIn(.wrongCredentials)` when the password matches no account, `.invalid` with `tenant` when it matches
    ///   several members.
    private static func one(
        of right: [(guess: ConsoleGuess, isOutdated: Bool)]
    ) throws(AuthFailure) -> (guess: ConsoleGuess, isOutdated: Bool) {
        guard let first = right.first else { throw .signIn(.wrongCredentials) }
        if case .member = first.guess.account, right.count > 1 {
            throw .invalid([
                .init(
                    field: "tenant",
                    rule: .malformed(
                        .localizable("forms.several-tenants", "You belong to several tenants. Enter the slug of one.")
                    )
                )
            ])
        }
        return first
    }

    private func open(
        _ candidate: ConsoleCandidate,
        by provider: Identity.Provider,
        from client: SignInClient
    ) async throws(DomainError) -> ConsoleEntry {
        // A sign-in with Apple has no password to bind a device token to.
        let known = devices.device(client.deviceToken, of: candidate.account, password: candidate.password)
        let mark =
            provider == .password ? devices.mark(candidate.account, password: candidate.password, device: known) : nil
        switch candidate {
        case .member(let user, let role, let password, let tenant):
            let context = SignInContext(tenant: tenant, client: client)
            let signedIn = try await signIns.opener.open(
                SessionOpening(
                    user,
                    role,
                    kind: .console,
                    by: provider,
                    proving: provider == .password ? password : nil
                ),
                in: context
            )
            return ConsoleEntry(token: signedIn.token, tenant: tenant, deviceToken: mark)
        case .operator(let account, let password):
            let token = try await beginSession(of: account, proving: password, from: client)
            return ConsoleEntry(token: token, tenant: nil, deviceToken: mark)
        }
    }

    private func beginSession(
        of account: Operator,
        proving password: PasswordHash,
        from client: SignInClient
    ) async throws(DomainError) -> Credential {
        let now = systemContext.now()
        let token = Credential(.operatorSession, tenant: nil, random: systemContext.random(Credential.randomBytes))
        let session = OperatorSession(
            token: CredentialHash(token),
            address: client.origin.address,
            createdAt: now,
            lastSeenAt: now,
            expiresAt: SessionLifetimes.console.expiry(createdAt: now, lastSeenAt: now)
        )
        let audit = AuditDraft(
            .operatorSignedIn,
            by: .operator(account.id, from: client.origin),
            at: now,
            target: .init(.operator, account.id)
        )
        try await operators.insert(session, of: account.id, proving: password, audit: audit)
        return token
    }

    private static func slug(_ text: String?) throws(AuthFailure) -> Tenant.Slug? {
        guard let text, !text.isEmpty else { return nil }
        guard let slug = Tenant.Slug(text) else {
            throw .invalid([
                .init(
                    field: "tenant",
                    rule: .malformed(
                        .localizable(
                            "forms.tenant-slug-or-empty",
                            "Enter the tenant's slug, like acme, or leave this empty."
                        )
                    )
                )
            ])
        }
        return slug
    }
}

/// The result of a correct password.
public enum SignInResult: Sendable {
    case entered(ConsoleEntry)
    /// The account has a second factor: the browser sends this text back with a code.
    case codeNeeded(challenge: String)
}

/// A user who has just signed in to the console.
public struct ConsoleEntry: Sendable {
    public let token: Credential
    /// The member's tenant; nil for an operator.
    public let tenant: Tenant?
    /// The device token that the browser may send at its next sign-in.
    public var deviceToken: String?
}
