import Domain
import Foundation

/// Why someone was not signed in or signed up; each dialect renders it its own way.
public enum SignInFailure: Error, Sendable, Hashable {
    case invalid([FieldProblem])
    /// Wrong password, no such person, or one without a password: nobody can tell which.
    case wrongCredentials
    /// The password is right, but the account is switched off.
    case disabled
    /// The tenant lets nobody in this way.
    case methodOff
    /// The tenant makes no new accounts this way.
    case signUpOff
    /// The password is right, but nobody has shown that the address is theirs.
    case unconfirmed
    case emailTaken
    case throttled(retryAfter: Duration)
    case unavailable(retryAfter: Duration)

    init(_ error: DomainError) {
        switch error {
        case .invalid(let problems): self = .invalid(problems)
        case .conflict(.emailTaken): self = .emailTaken
        case .throttled(let wait): self = .throttled(retryAfter: wait)
        case .unavailable(let wait): self = .unavailable(retryAfter: wait)
        case .notFound, .denied, .conflict: self = .wrongCredentials
        }
    }
}

/// Where a sign-in comes from.
public struct SignInContext: Sendable {
    public let tenant: Tenant
    public let device: Device
    public let origin: Principal.Origin
    /// The mark that the device shows of an earlier sign-in.
    public let deviceMark: String?

    public init(tenant: Tenant, device: Device, origin: Principal.Origin, deviceMark: String? = nil) {
        self.tenant = tenant
        self.device = device
        self.origin = origin
        self.deviceMark = deviceMark
    }

    /// The attempt that the client says it belongs to.
    public var trace: TraceID? { origin.trace }
}

/// A session that was just opened, with its token: the only time that it is known.
public struct SignedIn: Sendable {
    public let session: Session
    public let user: User
    public let role: Role
    public let token: Credential
    /// What the device may show at the next sign-in.
    public var deviceMark: String?
}

/// An account as a sign-in reads it.
public struct PasswordAccount: Sendable {
    public let user: User
    public let role: Role
    public let password: PasswordHash?

    public init(user: User, role: Role, password: PasswordHash?) {
        self.user = user
        self.role = role
        self.password = password
    }
}

/// What someone says of themselves when they sign up.
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

/// What comes of signing up.
public enum SignUpOutcome: Sendable {
    case signedIn(SignedIn)
    /// The address has to be confirmed first. The person may be made up: then the address was taken.
    case unconfirmed(User)
}

/// Password accounts, kept by a store.
public protocol PasswordStore: Sendable {
    /// - Returns: nil when nobody in the tenant has this address.
    func account(_ email: EmailAddress, in tenant: Tenant.ID) async throws(DomainError) -> PasswordAccount?
    /// Stores a hash of another kind or cost for the same password.
    /// - Returns: false when another one was stored meanwhile; then nothing changes.
    func rehash(
        _ user: User.ID,
        from old: PasswordHash,
        to new: PasswordHash,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Bool
    /// Makes no account, because this person has the address, and takes as long as making it would: the same
    /// statements, one commit.
    /// - Parameter isContested: notes that someone else signed up with the address, unless somebody has confirmed it.
    func decline(_ new: User, for known: User.ID, isContested: Bool, in tenant: Tenant.ID) async throws(DomainError)
    /// - Returns: nil for someone without a password.
    func password(of user: User.ID, in tenant: Tenant.ID) async throws(DomainError) -> PasswordHash?
    /// Notes when a password was last used.
    func used(_ user: User.ID, at moment: Timestamp, in tenant: Tenant.ID) async throws(DomainError)
}

/// Signing up and in with e-mail and password.
///
/// The order is the defence: count, then hash (the same work whoever it is), then decide.
public struct PasswordSignIn: Sendable {
    let users: any UserStore
    let accounts: any PasswordStore
    let sessions: any SessionStore
    let settings: any TenantSettingsStore
    let passwords: PasswordGate
    let limiter: RateLimiter
    let attempts: AttemptLog
    let devices: KnownDevices
    let alarm: GuessAlarm
    let systemContext: SystemContext

    init(
        users: any UserStore,
        accounts: any PasswordStore,
        sessions: any SessionStore,
        settings: any TenantSettingsStore,
        passwords: PasswordGate,
        limiter: RateLimiter,
        attempts: AttemptLog,
        devices: KnownDevices,
        alarm: GuessAlarm,
        systemContext: SystemContext
    ) {
        self.users = users
        self.accounts = accounts
        self.sessions = sessions
        self.settings = settings
        self.passwords = passwords
        self.limiter = limiter
        self.attempts = attempts
        self.devices = devices
        self.alarm = alarm
        self.systemContext = systemContext
    }

    /// Makes an account with the role `customer`, and opens its first session unless the address has to be confirmed
    /// first.
    public func signUp(_ account: NewAccount, at place: SignInContext) async throws(SignInFailure) -> SignUpOutcome {
        try await attempts.recording(.passwordSignUp, at: place) { () throws(SignInFailure) in
            try await signedUp(account, at: place)
        }
    }

    private func signedUp(_ account: NewAccount, at place: SignInContext) async throws(SignInFailure) -> SignUpOutcome {
        let settings = try await settings(at: place)
        guard settings.methods.contains(.password) else { throw .methodOff }
        guard settings.signUp == .open else { throw .signUpOff }
        let fields = try Self.validated(account)
        do throws(DomainError) {
            let shared = try await takeSignUp(.passwordSignUp, at: place)
            let user = newUser(fields.email, fields.name, account.userMetadata, settings, at: place)
            if settings.confirmsEmail {
                try await givingBack(shared) { () async throws(DomainError) in
                    try await contest(fields.email, account.password, with: user, at: place)
                }
                return .unconfirmed(user)
            }
            let hash = try await givingBack(shared) { () async throws(DomainError) in
                try await passwords.hash(account.password, for: place.tenant.id, from: .init(place.origin))
            }
            try await insert(user, hash, at: place)
            return .signedIn(try await open(user, try Self.customer(), settings: settings, at: place))
        } catch { throw SignInFailure(error) }
    }

    /// Where there is no place for the password, others may use what was taken for the try.
    private func givingBack<Result: Sendable>(
        _ shared: [RateLimitClaim],
        _ work: () async throws(DomainError) -> Result
    ) async throws(DomainError) -> Result {
        do throws(DomainError) { return try await work() } catch {
            if case .unavailable = error { try? await limiter.giveBack(shared) }
            throw error
        }
    }

    /// Makes the account, unless the address is taken. To who asks it looks the same: the same work, and nothing is
    /// told.
    ///
    /// Of two who sign up with an address that nobody has confirmed, one has the mailbox, and nobody can say which: a
    /// password that both know stays; any other is forgotten when the address is confirmed, or whoever came first would
    /// get in then. Until then nothing changes, for anyone can sign up with any address.
    private func contest(
        _ email: EmailAddress,
        _ password: String,
        with new: User,
        at place: SignInContext
    ) async throws(DomainError) {
        let tenant = place.tenant.id
        guard let known = try await accounts.account(email, in: tenant) else {
            let hash = try await passwords.hash(password, for: tenant, from: .init(place.origin))
            do throws(DomainError) { return try await insert(new, hash, at: place) } catch {
                guard error == .conflict(.emailTaken) else { throw error }
                // Someone else was quicker by a moment.
                return try await contest(email, password, with: new, at: place)
            }
        }
        let isSame = try await passwords.check(
            password,
            against: known.password,
            for: tenant,
            from: .init(place.origin)
        ).isRight
        try await accounts.decline(
            new,
            for: known.user.id,
            isContested: !isSame && !known.user.emailVerified,
            in: tenant
        )
    }

    public func signIn(email: String, password: String, at place: SignInContext) async throws(SignInFailure) -> SignedIn
    {
        try await attempts.recording(.passwordSignIn, at: place) { () throws(SignInFailure) in
            try await signedIn(email: email, password: password, at: place)
        }
    }

    private func signedIn(
        email: String,
        password: String,
        at place: SignInContext
    ) async throws(SignInFailure) -> SignedIn {
        guard let address = EmailAddress(email) else {
            throw .invalid([
                .init(field: "email", rule: .malformed("This is not an email address, like ada@example.com."))
            ])
        }
        let settings = try await settings(at: place)
        guard settings.methods.contains(.password) else { throw .methodOff }
        do {
            let counted = try await counted(address, at: place)
            let account = try await accounts.account(address, in: place.tenant.id)
            let check = try await check(password, of: account, counted, at: place)
            guard let account, check.isRight else {
                if let account { await alarm.tell(of: account.user, counted, at: place) }
                throw SignInFailure.wrongCredentials
            }
            let user = try await released(account.user, at: place)
            guard user.state == .active else { throw SignInFailure.disabled }
            if settings.confirmsEmail, !user.emailVerified { throw SignInFailure.unconfirmed }
            var stored = account.password
            if check.isOutdated, let old = account.password {
                guard let renewed = try await renew(password, of: account.user.id, from: old, in: place.tenant.id)
                else {
                    throw SignInFailure.wrongCredentials
                }
                stored = renewed
            }
            var signedIn = try await open(user, account.role, proving: stored, settings: settings, at: place)
            try await accounts.used(account.user.id, at: signedIn.session.createdAt, in: place.tenant.id)
            try await limiter.succeeded(counted)
            signedIn.deviceMark = devices.mark(
                .member(user.id, user.tenant),
                password: stored,
                device: device(of: account, at: place)
            )
            return signedIn
        } catch let failure as SignInFailure {
            throw failure
        } catch let error as DomainError {
            throw SignInFailure(error)
        } catch {
            throw .unavailable(retryAfter: .seconds(1))
        }
    }

    /// Counts a try, before any work for it.
    private func counted(_ address: EmailAddress, at place: SignInContext) async throws(DomainError) -> AccountTry {
        let byAddress = limiter.signInByAddress(tenant: place.tenant.id, from: place.origin)
        let share = limiter.share(of: .passwordSignIn, tenant: place.tenant.id, from: place.origin)
        let account = GuessedAccount(address, in: place.tenant.id)
        return try await limiter.takeSignIn(of: [account], from: place.origin, with: byAddress, share) {
            () async throws(DomainError) -> KnownOrigin? in
            let account = try await accounts.account(address, in: place.tenant.id)
            if let account, let device = device(of: account, at: place) { return .device(device) }
            // Looked up for somebody who is not there too: nothing else is done for who is refused here, and the time
            // would tell.
            return try await isNetworkKnown(to: account, at: place) ? .network : nil
        }
    }

    /// A try for which there is no place was none.
    private func check(
        _ password: String,
        of account: PasswordAccount?,
        _ counted: AccountTry,
        at place: SignInContext
    ) async throws(DomainError) -> PasswordGate.Check {
        do throws(DomainError) {
            var isKnown = counted.isKnown || account.flatMap { device(of: $0, at: place) } != nil
            // Only where somebody has to wait does it matter who is known; the same is looked up for an address of
            // nobody.
            if !isKnown, passwords.isBusy { isKnown = try await isNetworkKnown(to: account, at: place) }
            return try await passwords.check(
                password,
                against: account?.password,
                for: place.tenant.id,
                from: .init(place.origin, isKnown: isKnown)
            )
        } catch {
            await limiter.withdraw(counted)
            throw error
        }
    }

    /// The id of the device when it has a mark of this account.
    private func device(of account: PasswordAccount, at place: SignInContext) -> Data? {
        devices.device(place.deviceMark, of: .member(account.user.id, account.user.tenant), password: account.password)
    }

    /// - Parameter account: nil for an unknown address: as much is looked up.
    func isNetworkKnown(to account: PasswordAccount?, at place: SignInContext) async throws(DomainError) -> Bool {
        let network = AddressNetwork.of(place.origin.address)
        let user = account?.user.id ?? systemContext.newID()
        return try await sessions.addresses(of: user, limit: RateLimiter.knownSessions, in: place.tenant.id)
            .contains { AddressNetwork.of($0) == network }
    }

    /// Stores a hash of today's kind and cost in place of an older one, of the same password.
    /// - Returns: the hash that is stored then; nil when another password was set meanwhile.
    func renew(
        _ password: String,
        of user: User.ID,
        from old: PasswordHash,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> PasswordHash? {
        let new = try await passwords.hash(password, for: tenant)
        if try await accounts.rehash(user, from: old, to: new, in: tenant) { return new }
        // The same password may have been renewed by a sign-in at the same time.
        guard let stored = try await accounts.password(of: user, in: tenant) else { return nil }
        return try await passwords.check(password, against: stored, for: tenant).isRight ? stored : nil
    }

    /// Opens a session for someone whose right has been shown.
    /// - Parameter password: that was found right, when that was how.
    /// - Throws: `.notFound(.user)` also when the password has been changed meanwhile.
    func open(
        _ user: User,
        _ role: Role,
        kind: Session.Kind = .app,
        by provider: Identity.Provider? = .password,
        proving password: PasswordHash? = nil,
        settings: TenantSettings = .standard,
        at place: SignInContext
    ) async throws(DomainError) -> SignedIn {
        let now = systemContext.now()
        let lifetimes = kind == .app ? settings.sessions : .console
        let token = Credential(
            kind == .app ? .appSession : .consoleSession,
            tenant: place.tenant.id,
            random: systemContext.random(Credential.randomBytes)
        )
        let session = Session(
            id: systemContext.newID(),
            tenant: place.tenant.id,
            user: user.id,
            kind: kind,
            device: settings.isAnonymous ? place.device.unnamed : place.device,
            address: settings.isAnonymous ? nil : place.origin.address,
            createdAt: now,
            lastSeenAt: now,
            expiresAt: lifetimes.expiry(createdAt: now, lastSeenAt: now),
            provider: provider
        )
        let audit = AuditDraft(
            .sessionStarted,
            by: .user(user.id, role: role, from: place.origin),
            at: now,
            target: .init(.session, session.id),
            changes: [.init("kind", from: nil, to: kind.rawValue)]
        )
        let new = NewSession(
            session: session,
            token: CredentialHash(token),
            maximum: kind == .app ? settings.sessionsPerPerson : SessionLifetimes.maximumPerUser,
            password: password,
            audit: audit
        )
        try await sessions.insert(new, in: place.tenant.id)
        return SignedIn(session: session, user: user, role: role, token: token)
    }

    private struct Fields {
        let email: EmailAddress
        let name: String?
    }

    private static func validated(_ account: NewAccount) throws(SignInFailure) -> Fields {
        var problems: [FieldProblem] = []
        let address = UserAdministration.email(account.email, &problems)
        if account.email.isEmpty { problems.append(.init(field: "email", rule: .missing)) }
        let title = UserAdministration.name(account.name, &problems)
        do { try PasswordRules.check(account.password, about: [account.email, account.name ?? ""]) } catch {
            problems.append(.init(field: "password", rule: error))
        }
        guard problems.isEmpty, let address else { throw .invalid(problems) }
        return Fields(email: address, name: title)
    }
}
