import Domain
import Foundation

/// Signs users in with email and password.
///
/// The order is the defence: count the try, then hash (equal work for every account, known or not), then decide. The
/// tokens of the session are issued by the API that the client speaks, inside `SessionOpener.handingOver`.
public struct PasswordSignIn: Sendable {
    let accounts: any PasswordStore
    let users: any UserStore
    let settings: any TenantSettingsStore
    let opener: SessionOpener
    let passwords: PasswordGate
    let limiter: RateLimiter
    let attempts: AttemptLog
    let devices: KnownDevices
    let alarm: GuessAlarm
    let systemContext: SystemContext

    public func signIn(email: String, password: String, in context: SignInContext) async throws(AuthFailure) -> SignedIn
    {
        try await attempts.recording(.passwordSignIn, in: context) {
            (tried: inout User.ID?) async throws(AuthFailure) -> SignedIn in
            guard let address = EmailAddress(email) else {
                throw .invalid([.init(field: "email", rule: .malformed(.notAnEmailAddress))])
            }
            let settings = try await settings(in: context)
            guard settings.methods.contains(.password) else { throw .signIn(.passwordDisabled) }
            return try await StoreErrorMapping.hidden(as: .signIn(.wrongCredentials)).run {
                let counted = try await limit(address, in: context)
                do {
                    let verified = try await verify(password, of: address, counted, settings, in: context, &tried)
                    return try await open(verified, counted, settings, in: context)
                } catch DomainError.unavailable(let wait) {
                    // A try without a result, because the queue had no room or a store was away, is no failure.
                    await limiter.withdraw(counted)
                    throw DomainError.unavailable(retryAfter: wait)
                }
            }
        }
    }

    func settings(in context: SignInContext) async throws(AuthFailure) -> TenantSettings {
        try await StoreErrorMapping.hidden(as: .signIn(.wrongCredentials)).run {
            try await settings.settings(of: context.tenant.id).settings
        }
    }

    // MARK: Limit

    /// Counts a try, before any work for it.
    /// - Throws: `.throttled`
    private func limit(_ address: EmailAddress, in context: SignInContext) async throws(DomainError) -> AccountTry {
        let tenant = context.tenant.id
        return try await limiter.takeSignIn(
            PasswordGuess(
                of: [GuessedAccount(address, in: tenant)],
                from: context.origin,
                with: limiter.signInByAddress(tenant: tenant, from: context.origin),
                share: limiter.share(of: .passwordSignIn, tenant: tenant, from: context.origin)
            )
        ) { () async throws(DomainError) -> KnownOrigin? in
            let found = try await lookUp(address, in: context)
            if let device = device(of: found, in: context) { return .device(device) }
            // The network is looked up for an unknown account too: a rejected try does nothing else, so its time would
            // show whether the account exists.
            return try await isNetworkKnown(to: found.user, in: context) ? .network : nil
        }
    }

    // MARK: Verify

    /// A user who has proved the password and may sign in.
    private struct Verified {
        let user: User
        let role: Role
        /// The stored hash; when another was set meanwhile, no session is opened.
        let password: PasswordHash?
        /// The id of the device that sent a device token of the account.
        let device: Data?
    }

    /// - Parameter tried: the user whose password was compared, for the record of the step.
    /// - Throws: `.signIn(.wrongCredentials)`, `.userDisabled`, `.signIn(.emailUnconfirmed)`, and `.throttled` or
    ///   `.unavailable` when the password was not compared.
    private func verify(
        _ password: String,
        of address: EmailAddress,
        _ counted: AccountTry,
        _ settings: TenantSettings,
        in context: SignInContext,
        _ tried: inout User.ID?
    ) async throws -> Verified {
        let found = try await lookUp(address, in: context)
        let device = device(of: found, in: context)
        let check = try await check(password, of: found, counted, isKnownDevice: device != nil, in: context)
        guard check.isRight, let account = try await accounts.account(address, in: context.tenant.id),
            account.user.id == found.user
        else {
            // One guess of the account's password, whose others are in other attempts.
            if found.isAccount { tried = found.user }
            notify(of: address, counted, in: context)
            throw AuthFailure.signIn(.wrongCredentials)
        }
        tried = found.user
        let user = try await released(account.user, in: context)
        if let rejection = rejection(of: user, settings) {
            // A right password is no failed guess.
            try await limiter.succeeded(counted)
            throw rejection
        }
        var stored = found.password
        if check.isOutdated, let old = found.password {
            stored = try await renew(password, of: user.id, from: old, in: context.tenant.id)
            guard stored != nil else { throw AuthFailure.signIn(.wrongCredentials) }
        }
        return Verified(user: user, role: account.role, password: stored, device: device)
    }

    /// Returns why a user who has proved the password may not sign in.
    private func rejection(of user: User, _ settings: TenantSettings) -> AuthFailure? {
        guard user.state == .active else { return .userDisabled }
        return settings.confirmsEmail && !user.emailVerified ? .signIn(.emailUnconfirmed) : nil
    }

    /// Reads an account before its password is checked; an address without one costs as much.
    func lookUp(_ email: EmailAddress, in context: SignInContext) async throws(DomainError) -> PasswordLookup {
        let placeholder = PasswordLookup.Placeholder(user: systemContext.newID(), password: passwords.placeholder)
        return try await accounts.lookUp(email, else: placeholder, in: context.tenant.id)
    }

    /// - Throws: `.unavailable` when the queue has no room.
    private func check(
        _ password: String,
        of found: PasswordLookup,
        _ counted: AccountTry,
        isKnownDevice: Bool,
        in context: SignInContext
    ) async throws(DomainError) -> PasswordGate.Check {
        var isKnown = counted.isKnown || isKnownDevice
        // A known network matters only when the try would have to wait; unknown addresses are looked up as well.
        if !isKnown, passwords.isBusy { isKnown = try await isNetworkKnown(to: found.user, in: context) }
        return try await passwords.check(
            password,
            against: found.password,
            for: context.tenant.id,
            from: .init(context.origin, isKnown: isKnown)
        )
    }

    /// Returns the id of the device when it has a device token of this account.
    private func device(of found: PasswordLookup, in context: SignInContext) -> Data? {
        devices.device(context.deviceToken, of: .member(found.user, context.tenant.id), password: found.password)
    }

    /// - Parameter user: a placeholder for an unknown address, which costs as many lookups.
    func isNetworkKnown(to user: User.ID, in context: SignInContext) async throws(DomainError) -> Bool {
        let limit = RateLimiter.knownSessions
        let addresses = try await opener.sessions.addresses(of: user, limit: limit, in: context.tenant.id)
        return AddressNetwork.isNetwork(of: context.origin.address, among: addresses, outOf: limit)
    }

    /// Records when there were too many failures in a row. The account is looked up after the response.
    private func notify(of address: EmailAddress, _ counted: AccountTry, in context: SignInContext) {
        alarm.notify(counted) { () async throws(DomainError) -> [GuessAlarm.Account] in
            guard let user = try await accounts.account(address, in: context.tenant.id)?.user else { return [] }
            return [.member(user, context)]
        }
    }

    /// Reactivates a user whose ban has expired.
    private func released(_ user: User, in context: SignInContext) async throws(DomainError) -> User {
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

    /// Replaces an older hash of the password by one of the current kind and cost.
    /// - Returns: the stored hash; nil when another password was set meanwhile.
    func renew(
        _ password: String,
        of user: User.ID,
        from old: PasswordHash,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> PasswordHash? {
        let new: PasswordHash
        do throws(DomainError) { new = try await passwords.hash(password, for: tenant) } catch {
            // Without room for another hash, the old one is replaced at the next sign-in.
            return old
        }
        if try await accounts.rehash(user, from: old, to: new, in: tenant) { return new }
        // A concurrent sign-in may have renewed the hash of this password.
        guard let stored = try await accounts.password(of: user, in: tenant) else { return nil }
        return try await passwords.check(password, against: stored, for: tenant).isRight ? stored : nil
    }

    // MARK: Open the session

    private func open(
        _ verified: Verified,
        _ counted: AccountTry,
        _ settings: TenantSettings,
        in context: SignInContext
    ) async throws(DomainError) -> SignedIn {
        let opening = SessionOpening(verified.user, verified.role, proving: verified.password, settings: settings)
        var signedIn: SignedIn
        do throws(DomainError) { signedIn = try await opener.open(opening, in: context) } catch {
            // A right password that the session limit rejects is no failed guess.
            if error == .conflict(.sessionLimit) { try await limiter.succeeded(counted) }
            throw error
        }
        try await opener.endingOnFailure(signedIn, from: context.origin) { () async throws(DomainError) in
            try await accounts.used(verified.user.id, at: signedIn.session.createdAt, in: context.tenant.id)
            try await limiter.succeeded(counted)
        }
        signedIn.deviceToken = devices.mark(
            .member(verified.user.id, verified.user.tenant),
            password: verified.password,
            device: verified.device
        )
        return signedIn
    }
}
