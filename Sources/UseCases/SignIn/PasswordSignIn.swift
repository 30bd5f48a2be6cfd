import Domain
import Foundation

/// Signs users up and in with email and password.
///
/// The order is the defence: count, then hash (equal work for every account, known or not), then decide.
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

    /// Creates an account with the role `customer`, and opens its first session unless the address has to be confirmed
    /// first.
    public func signUp(_ account: NewAccount, in context: SignInContext) async throws(AuthFailure) -> SignUpOutcome {
        try await attempts.recording(.passwordSignUp, in: context) { () throws(AuthFailure) in
            try await signedUp(account, in: context)
        }
    }

    private func signedUp(_ account: NewAccount, in context: SignInContext) async throws(AuthFailure) -> SignUpOutcome {
        let settings = try await settings(in: context)
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
            return .signedIn(try await open(SessionOpening(user, try Self.customer(), settings: settings), in: context))
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
        let known = try await lookUp(email, in: context)
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
        try await accounts.decline(new, for: known.user, isContested: !isSame, in: tenant)
    }

    /// Reads an account before its password is checked; an address without one costs as much.
    func lookUp(_ email: EmailAddress, in context: SignInContext) async throws(DomainError) -> PasswordLookup {
        let placeholder = PasswordLookup.Placeholder(user: systemContext.newID(), password: passwords.placeholder)
        return try await accounts.lookUp(email, else: placeholder, in: context.tenant.id)
    }

    public func signIn(email: String, password: String, in context: SignInContext) async throws(AuthFailure) -> SignedIn
    {
        try await attempts.recording(.passwordSignIn, in: context) { () throws(AuthFailure) in
            try await signedIn(email: email, password: password, in: context)
        }
    }

    private func signedIn(
        email: String,
        password: String,
        in context: SignInContext
    ) async throws(AuthFailure) -> SignedIn {
        guard let address = EmailAddress(email) else {
            throw .invalid([.init(field: "email", rule: .malformed(.notAnEmailAddress))])
        }
        let settings = try await settings(in: context)
        guard settings.methods.contains(.password) else { throw .signIn(.passwordDisabled) }
        return try await StoreErrorMapping.hidden(as: .signIn(.wrongCredentials)).run {
            let counted = try await counted(address, in: context)
            let found = try await lookUp(address, in: context)
            let check = try await check(password, of: found, counted, in: context)
            guard check.isRight, let account = try await account(address, proving: found, in: context) else {
                notify(of: address, counted, in: context)
                throw AuthFailure.signIn(.wrongCredentials)
            }
            let user = try await released(account.user, in: context)
            guard user.state == .active else { throw AuthFailure.userDisabled }
            if settings.confirmsEmail, !user.emailVerified { throw AuthFailure.signIn(.emailUnconfirmed) }
            let stored = check.isOutdated ? try await renewed(password, of: account, in: context) : account.password
            let opening = SessionOpening(user, account.role, proving: stored, settings: settings)
            var signedIn = try await open(opening, returning: counted, in: context)
            try await accounts.used(account.user.id, at: signedIn.session.createdAt, in: context.tenant.id)
            try await limiter.succeeded(counted)
            let device = device(of: found, in: context)
            signedIn.deviceToken = devices.mark(.member(user.id, user.tenant), password: stored, device: device)
            return signedIn
        }
    }

    /// Reads the account whose password is right, with the hash that matched: when another was set meanwhile, no
    /// session is opened.
    /// - Returns: nil when the address is no longer this account's.
    private func account(
        _ address: EmailAddress,
        proving found: PasswordLookup,
        in context: SignInContext
    ) async throws(DomainError) -> PasswordAccount? {
        guard let account = try await accounts.account(address, in: context.tenant.id), account.user.id == found.user
        else { return nil }
        return PasswordAccount(user: account.user, role: account.role, password: found.password)
    }

    /// Records when there were too many failures in a row. The account is looked up after the response.
    private func notify(of address: EmailAddress, _ counted: AccountTry, in context: SignInContext) {
        alarm.notify(counted) { () async throws(DomainError) -> [GuessAlarm.Account] in
            guard let user = try await accounts.account(address, in: context.tenant.id)?.user else { return [] }
            return [.member(user, context)]
        }
    }

    /// Opens the session. A right password that the session limit rejects is no failed guess.
    private func open(
        _ opening: SessionOpening,
        returning counted: AccountTry,
        in context: SignInContext
    ) async throws(DomainError) -> SignedIn {
        do throws(DomainError) { return try await open(opening, in: context) } catch {
            if error == .conflict(.sessionLimit) { try await limiter.succeeded(counted) }
            throw error
        }
    }

    /// Returns the new hash of a password whose stored hash is outdated.
    private func renewed(
        _ password: String,
        of account: PasswordAccount,
        in context: SignInContext
    ) async throws -> PasswordHash? {
        guard let old = account.password else { return nil }
        guard let new = try await renew(password, of: account.user.id, from: old, in: context.tenant.id) else {
            throw AuthFailure.signIn(.wrongCredentials)
        }
        return new
    }

    /// Counts a try, before any work for it.
    private func counted(_ address: EmailAddress, in context: SignInContext) async throws(DomainError) -> AccountTry {
        let byAddress = limiter.signInByAddress(tenant: context.tenant.id, from: context.origin)
        let share = limiter.share(of: .passwordSignIn, tenant: context.tenant.id, from: context.origin)
        let account = GuessedAccount(address, in: context.tenant.id)
        return try await limiter.takeSignIn(
            PasswordGuess(of: [account], from: context.origin, with: byAddress, share: share)
        ) {
            () async throws(DomainError) -> KnownOrigin? in
            let found = try await lookUp(address, in: context)
            if let device = device(of: found, in: context) { return .device(device) }
            // The network is looked up for an unknown account too: a rejected try does nothing else, so its time would
            // show whether the account exists.
            return try await isNetworkKnown(to: found.user, in: context) ? .network : nil
        }
    }

    /// A try for which the queue had no room does not count.
    private func check(
        _ password: String,
        of found: PasswordLookup,
        _ counted: AccountTry,
        in context: SignInContext
    ) async throws(DomainError) -> PasswordGate.Check {
        do throws(DomainError) {
            var isKnown = counted.isKnown || device(of: found, in: context) != nil
            // A known network matters only when the try would have to wait; unknown addresses are looked up as well.
            if !isKnown, passwords.isBusy { isKnown = try await isNetworkKnown(to: found.user, in: context) }
            return try await passwords.check(
                password,
                against: found.password,
                for: context.tenant.id,
                from: .init(context.origin, isKnown: isKnown)
            )
        } catch {
            await limiter.withdraw(counted)
            throw error
        }
    }

    /// Returns the id of the device when it has a device token of this account.
    private func device(of found: PasswordLookup, in context: SignInContext) -> Data? {
        devices.device(context.deviceToken, of: .member(found.user, context.tenant.id), password: found.password)
    }

    /// - Parameter user: a placeholder for an unknown address, which costs as many lookups.
    func isNetworkKnown(to user: User.ID, in context: SignInContext) async throws(DomainError) -> Bool {
        let limit = RateLimiter.knownSessions
        let addresses = try await sessions.addresses(of: user, limit: limit, in: context.tenant.id)
        return AddressNetwork.isNetwork(of: context.origin.address, among: addresses, outOf: limit)
    }

    /// Replaces an older hash of the password by one of the current kind and cost.
    /// - Returns: the stored hash; nil when another password was set meanwhile.
    func renew(
        _ password: String,
        of user: User.ID,
        from old: PasswordHash,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> PasswordHash? {
        let new = try await passwords.hash(password, for: tenant)
        if try await accounts.rehash(user, from: old, to: new, in: tenant) { return new }
        // A concurrent sign-in may have renewed the hash of this password.
        guard let stored = try await accounts.password(of: user, in: tenant) else { return nil }
        return try await passwords.check(password, against: stored, for: tenant).isRight ? stored : nil
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
