import Crypto
import Domain
import Foundation

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
    let own: SessionSelfService
    let passwords: PasswordGate
    let factors: SecondFactors
    let limiter: RateLimiter
    let systemContext: SystemContext
    private let challengeKey: SymmetricKey

    public init(
        store: any ConsoleStore,
        operators: any OperatorStore,
        tenants: any TenantStore,
        authenticator: AppAuthenticator,
        signIns: PasswordSignIn,
        own: SessionSelfService,
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
        self.own = own
        self.passwords = passwords
        self.factors = factors
        self.limiter = limiter
        self.systemContext = systemContext
        challengeKey = root.derived(for: .challenge)
    }

    /// The password decides which account is meant: another account with this address, in another tenant, changes
    /// nothing. An operator is preferred to a member.
    /// - Parameter tenant: the slug; needed only for members of several tenants.
    public func arrive(
        email: String,
        password: String,
        tenant: String?,
        from client: SignInClient
    ) async throws(AuthFailure) -> SignInResult {
        guard let address = EmailAddress(email) else {
            throw .invalid([
                .init(field: "email", rule: .malformed("This is not an email address, like ada@example.com."))
            ])
        }
        let slug = try Self.slug(tenant)
        return try await StoreErrorMapping.hidden(as: .signIn(.wrongCredentials)).run {
            let limit = slug == nil ? Self.candidateLimit : 1
            let all = try await store.candidates(address, tenant: slug, limit: limit)
            let counted = try await count(address, of: all, hashes: limit, from: client)
            let candidates = all.filter { counted.accounts.contains($0.guessed(address)) }
            let found = try await right(
                TypedPassword(text: password, candidates: candidates, hashes: limit),
                counted,
                from: client
            )
            if found.isEmpty { await notify(of: candidates, counted, from: client) }
            var (candidate, isOutdated) = try Self.one(of: found)
            if isOutdated, case .member(let user, let role, let old?, let tenant) = candidate {
                guard let renewed = try await signIns.renew(password, of: user.id, from: old, in: tenant.id) else {
                    throw AuthFailure.signIn(.wrongCredentials)
                }
                candidate = .member(user, role, renewed, tenant)
            }
            let arrival = try await admit(candidate, from: client)
            try await limiter.succeeded(counted, of: candidate.guessed(address))
            return arrival
        }
    }

    /// Signs in an account without a second factor by its password; an account with a second factor is rejected.
    public func signIn(
        email: String,
        password: String,
        tenant: String?,
        from client: SignInClient
    ) async throws(AuthFailure) -> ConsoleEntry {
        let arrival = try await arrive(email: email, password: password, tenant: tenant, from: client)
        guard case .entered(let entry) = arrival else { throw .signIn(.wrongCredentials) }
        return entry
    }

    /// Begins a console sign-in for a user whom Apple has authenticated.
    /// - Throws: `.signIn(.noConsoleAccess)`
    public func arrive(
        _ user: User,
        from client: SignInClient
    ) async throws(AuthFailure) -> SignInResult {
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

    /// Takes a password or a code from a signed-in user (step-up), which allows sensitive actions for a while.
    /// - Throws: `.invalid` with `code` or `password`, `.throttled`, `.unavailable`
    public func prove(
        _ authenticationState: ConsoleAuthenticationState,
        with text: String,
        from origin: Principal.Origin
    ) async throws(DomainError) {
        let account = authenticationState.visitor.account
        if authenticationState.factorSince != nil {
            guard try await factors.admit(text, to: account, from: origin) else { throw SecondFactors.wrongCode }
        } else {
            try await checkPassword(text, of: account, from: origin)
        }
        try await factors.prove(authenticationState.visitor)
    }

    private func checkPassword(
        _ password: String,
        of account: ConsoleAccount,
        from origin: Principal.Origin
    ) async throws(DomainError) {
        let candidate = try await store.candidate(account)
        guard candidate?.password != nil else {
            let sentence =
                "Your account has no password. Sign out, sign in again, and set up two-factor authentication."
            throw .invalid("password", .malformed(sentence))
        }
        guard let candidate, let email = candidate.email else { throw .denied(.proofNeeded) }
        let counted = try await limiter.takeSignIn(PasswordGuess(of: [candidate.guessed(email)], from: origin)) {
            () async throws(DomainError) -> KnownOrigin? in
            try await isNetworkKnown(to: account, origin) ? .network : nil
        }
        let client = SignInClient(device: Device(), origin: origin)
        let typed = TypedPassword(text: password, candidates: [candidate], hashes: 1)
        guard !(try await right(typed, counted, from: client)).isEmpty else {
            await notify(of: [candidate], counted, from: client)
            throw .invalid("password", .malformed("This is not your password."))
        }
        try await limiter.succeeded(counted)
    }

    // MARK: Guesses

    /// Counts a try before any work for it: for each account whose password it may be, and for made-up accounts up to a
    /// fixed number, so that the writes do not show how many accounts exist.
    private func count(
        _ address: EmailAddress,
        of candidates: [ConsoleCandidate],
        hashes: Int,
        from client: SignInClient
    ) async throws(DomainError) -> AccountTry {
        let marked = candidates.first {
            devices.device(client.deviceMark, of: $0.account, password: $0.password) != nil
        }
        // Only the first account is looked up: an account that another tenant created with this address makes no
        // network known.
        let first = marked ?? candidates.first
        var accounts = candidates.map { $0.guessed(address) }
        if let first, let place = accounts.firstIndex(of: first.guessed(address)) { accounts.swapAt(0, place) }
        for number in 0...hashes where accounts.count < hashes {
            let nobody = GuessedAccount.nobody(number, address)
            if !accounts.contains(nobody) { accounts.append(nobody) }
        }
        let byAddress = limiter.signInByAddress(tenant: nil, from: client.origin)
        let share = limiter.share(of: .consoleSignIn, tenant: nil, from: client.origin)
        return try await limiter.takeSignIn(
            PasswordGuess(of: accounts, from: client.origin, with: byAddress, share: share)
        ) {
            () async throws(DomainError) -> KnownOrigin? in
            if let first, let device = devices.device(client.deviceMark, of: first.account, password: first.password) {
                return .device(device)
            }
            // The network is looked up for an unknown address too: a rejected try does nothing else, so its time would
            // show whether the account exists.
            let account = first?.account ?? .member(systemContext.newID(), Tenant.installation)
            return try await isNetworkKnown(to: account, client.origin) ? .network : nil
        }
    }

    private func isNetworkKnown(
        to account: ConsoleAccount,
        _ origin: Principal.Origin
    ) async throws(DomainError) -> Bool {
        let network = AddressNetwork.of(origin.address)
        return try await store.addresses(of: account, limit: RateLimiter.knownSessions).contains {
            AddressNetwork.of($0) == network
        }
    }

    private func notify(
        of candidates: [ConsoleCandidate],
        _ counted: AccountTry,
        from client: SignInClient
    ) async {
        for candidate in candidates {
            switch candidate {
            case .member(let user, _, _, let tenant):
                await signIns.alarm.notify(
                    of: user,
                    counted,
                    at: SignInContext(tenant: tenant, client: client)
                )
            case .operator(let person, _): await signIns.alarm.notify(of: person, counted)
            }
        }
    }

    // MARK: Being signed in

    /// Returns the user of this session cookie; nil when its session has ended or another factor is missing.
    public func visitor(_ text: String) async throws(DomainError) -> ConsoleUser? {
        guard let authenticationState = try await authenticationState(text), authenticationState.need == nil else {
            return nil
        }
        return authenticationState.visitor
    }

    /// Returns the user of this session cookie and the state of their authentication; nil when its session has ended.
    public func authenticationState(_ text: String) async throws(DomainError) -> ConsoleAuthenticationState? {
        guard let visitor = try await signedIn(text) else { return nil }
        let state = try await factors.store.state(of: visitor.account, session: visitor.sessionKey)
        return ConsoleAuthenticationState(visitor, state, factors.policy)
    }

    private var devices: KnownDevices { signIns.devices }

    private func signedIn(_ text: String) async throws(DomainError) -> ConsoleUser? {
        if let credential = Credential(text, .operatorSession) { return try await operatorVisitor(credential) }
        guard let tenant = Credential(text, .consoleSession)?.tenant,
            let record = try await authenticator.session(text, kind: .console, in: tenant),
            record.role.permissions.contains(.enterConsole)
        else { return nil }
        return .member(record)
    }

    public func signOut(_ visitor: ConsoleUser, from origin: Principal.Origin) async throws(DomainError) {
        switch visitor {
        case .member(let record): try await own.signOut(record, from: origin)
        case .operator(_, let session): try await operators.end(session.token)
        }
    }

    /// A password with the accounts that it may belong to.
    private struct TypedPassword {
        let text: String
        let candidates: [ConsoleCandidate]
        /// The number of hashes to compute.
        let hashes: Int
    }

    /// Returns the accounts that the password matches. Computes `hashes` hashes, however many accounts there are and
    /// whichever matches.
    private func right(
        _ password: TypedPassword,
        _ counted: AccountTry,
        from client: SignInClient
    ) async throws(DomainError) -> [(candidate: ConsoleCandidate, isOutdated: Bool)] {
        let candidates = password.candidates
        let isKnown =
            counted.isKnown
            || candidates.contains { devices.device(client.deviceMark, of: $0.account, password: $0.password) != nil }
        let requester = PasswordGate.Requester(client.origin, isKnown: isKnown)
        var right: [(candidate: ConsoleCandidate, isOutdated: Bool)] = []
        do throws(DomainError) {
            for number in 0..<password.hashes {
                let candidate = number < candidates.count ? candidates[number] : nil
                let check = try await passwords.check(
                    password.text,
                    against: candidate?.password,
                    for: nil,
                    from: requester
                )
                if check.isRight, let candidate { right.append((candidate, check.isOutdated)) }
            }
        } catch {
            // No result was shown for any account, so it was no try.
            await limiter.withdraw(counted)
            throw error
        }
        return right
    }

    /// - Throws: `.signIn(.wrongCredentials)` when the password matches no account, `.invalid` with `tenant` when it matches
    ///   several members.
    private static func one(
        of right: [(candidate: ConsoleCandidate, isOutdated: Bool)]
    ) throws(AuthFailure) -> (candidate: ConsoleCandidate, isOutdated: Bool) {
        guard let first = right.first else { throw .signIn(.wrongCredentials) }
        if case .member = first.candidate, right.count > 1 {
            throw .invalid([
                .init(field: "tenant", rule: .malformed("You belong to several tenants. Enter the slug of one."))
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
        let known = devices.device(client.deviceMark, of: candidate.account, password: candidate.password)
        let mark =
            provider == .password ? devices.mark(candidate.account, password: candidate.password, device: known) : nil
        switch candidate {
        case .member(let user, let role, let password, let tenant):
            let place = SignInContext(tenant: tenant, client: client)
            let signedIn = try await signIns.open(
                SessionOpening(
                    user,
                    role,
                    kind: .console,
                    by: provider,
                    proving: provider == .password ? password : nil
                ),
                at: place
            )
            return ConsoleEntry(token: signedIn.token, tenant: tenant, deviceMark: mark)
        case .operator(let person, let password):
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
                by: .operator(person.id, from: client.origin),
                at: now,
                target: .init(.operator, person.id)
            )
            try await operators.insert(session, of: person.id, proving: password, audit: audit)
            return ConsoleEntry(token: token, tenant: nil, deviceMark: mark)
        }
    }

    private func operatorVisitor(_ credential: Credential) async throws(DomainError) -> ConsoleUser? {
        let token = CredentialHash(credential)
        guard let (person, session) = try await operators.session(token) else { return nil }
        let now = systemContext.now()
        guard now < session.expiresAt else { return nil }
        if now.since(session.lastSeenAt) >= SessionLifetimes.touchInterval {
            let expiry = SessionLifetimes.console.expiry(createdAt: session.createdAt, lastSeenAt: now)
            try await operators.touch(token, at: now, expiresAt: expiry)
        }
        return .operator(person, session)
    }

    private static func slug(_ text: String?) throws(AuthFailure) -> Tenant.Slug? {
        guard let text, !text.isEmpty else { return nil }
        guard let slug = Tenant.Slug(text) else {
            throw .invalid([
                .init(
                    field: "tenant",
                    rule: .malformed("Enter the tenant's slug, like acme, or leave this empty.")
                )
            ])
        }
        return slug
    }
}
