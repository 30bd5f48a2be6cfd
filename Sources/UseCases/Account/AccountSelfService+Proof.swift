import Domain
import Foundation

/// Reauthenticates users before they change how they sign in.
extension AccountSelfService {
    /// Makes a user who adds a sign-in method prove that the account is theirs: by a recent session, and by the
    /// password if they can enter the console. The method stays for good, so an impersonator may not add one.
    /// - Throws: `.account` with `.impersonated`, `.reauthenticationNeeded`, `.passwordRequired` or
    ///   `.wrongCurrentPassword`, and the errors of a store.
    public func prove(
        _ record: SessionRecord,
        by currentPassword: String?,
        in context: SignInContext
    ) async throws(AuthFailure) {
        guard record.session.impersonator == nil else { throw .account(.impersonated) }
        guard isProofNeeded(of: record, opensAnotherWay: true, unlessFresh: true) else { return }
        guard let currentPassword, record.user.email != nil else {
            throw .account(Self.entersConsole(record) ? .passwordRequired : .reauthenticationNeeded)
        }
        try await reauthenticate(AccountChange(currentPassword: currentPassword), record, in: context)
    }

    /// Says when a change needs a proof.
    struct ProofRule {
        /// Requires a proof unless the session is recent.
        var needsProof = true
        /// Another address counts at once, without confirmation. It requires a proof however recent the session is,
        /// unless the user has neither a password nor a mailbox that can get a code. Where no code can be sent, a
        /// session that was just opened with the password is a proof: unmodified clients cannot send the password.
        var isImmediate = false
    }

    /// - Returns: the current password hash.
    @discardableResult
    func reauthenticate(
        _ change: AccountChange,
        _ record: SessionRecord,
        under rule: ProofRule = ProofRule(),
        in context: SignInContext
    ) async throws(AuthFailure) -> PasswordHash? {
        // Without an address no password can match.
        let hasPassword = change.currentPassword != nil && record.user.email != nil
        let (counted, stored) = try await StoreErrorMapping.shown.run {
            // The try is counted before the hash, as for a sign-in.
            let counted = try await count(record, triesPassword: hasPassword, in: context)
            return (counted, try await storedPassword(of: record))
        }
        let canShow = record.user.email != nil && (stored != nil || links.mail.isConfigured)
        let isImmediate = rule.isImmediate && canShow
        let opensAnotherWay = change.password != nil || change.email != nil
        let isNeeded =
            isImmediate
            || isProofNeeded(of: record, opensAnotherWay: opensAnotherWay, unlessFresh: rule.needsProof)
        if !hasPassword, isNeeded {
            if let nonce = change.nonce {
                try await checkNonce(nonce, record, in: context)
            } else if opensAnotherWay, Self.entersConsole(record) {
                throw .account(links.mail.isConfigured ? .proofNeeded : .passwordRequired)
            } else if !isImmediate {
                throw .account(.reauthenticationNeeded)
            } else if links.mail.isConfigured {
                throw .account(.proofNeeded)
            } else if try await !wasJustOpenedByPassword(record, in: context) {
                throw .account(.passwordSignInNeeded)
            }
        }
        guard let current = change.currentPassword, record.user.email != nil else { return stored }
        let isRight = try await StoreErrorMapping.shown.run {
            try await check(GivenPassword(text: current, stored: stored, counted: counted), of: record, in: context)
        }
        guard isRight else { throw .account(.wrongCurrentPassword) }
        return stored
    }

    /// Takes tokens from the account's guess limits, and for proofs that cannot be guessed from a limit of their own.
    /// - Returns: nil when no password is tried.
    private func count(
        _ record: SessionRecord,
        triesPassword: Bool,
        in context: SignInContext
    ) async throws(DomainError) -> AccountTry? {
        let byAddress = limiter.signInByAddress(tenant: record.tenant.id, from: context.origin)
        // The user id is counted too, because the user's address may change each time.
        let user = GuessedAccount(record.user.id, in: record.tenant.id)
        guard triesPassword, let email = record.user.email else {
            try await limiter.take(limiter.changeClaims(user, from: context.origin) + byAddress)
            return nil
        }
        let accounts = [GuessedAccount(email, in: record.tenant.id), user]
        return try await limiter.takeSignIn(PasswordGuess(of: accounts, from: context.origin, with: byAddress)) {
            () async throws(DomainError) -> KnownOrigin? in
            // Guesses from other networks do not lock a signed-in user out; each session has its own tries.
            .device(Data(record.session.id.uuid.bytes))
        }
    }

    /// A password that a user enters as a proof.
    private struct GivenPassword {
        let text: String
        /// The hash it is compared with; nil for a user without a password.
        let stored: PasswordHash?
        let counted: AccountTry?
    }

    private func check(
        _ password: GivenPassword,
        of record: SessionRecord,
        in context: SignInContext
    ) async throws(DomainError) -> Bool {
        let isRight: Bool
        do throws(DomainError) {
            isRight = try await passwords.check(
                password.text,
                against: password.stored,
                for: record.tenant.id,
                from: .init(context.origin, isKnown: true)
            ).isRight
        } catch {
            if let counted = password.counted { await limiter.withdraw(counted) }
            throw error
        }
        guard let counted = password.counted else { return isRight }
        if isRight {
            try await limiter.succeeded(counted)
        } else {
            links.signIns.alarm.notify(counted) { () async throws(DomainError) -> [GuessAlarm.Account] in
                [.member(record.user, context)]
            }
        }
        return isRight
    }

    private func storedPassword(of record: SessionRecord) async throws(DomainError) -> PasswordHash? {
        guard let email = record.user.email else { return nil }
        return try await accounts.account(email, in: record.tenant.id)?.password
    }

    /// A user with console access reauthenticates before another password or mailbox opens the console, however new the
    /// app session is. A user without a sign-in method cannot reauthenticate.
    private func isProofNeeded(of record: SessionRecord, opensAnotherWay: Bool, unlessFresh: Bool) -> Bool {
        if opensAnotherWay, Self.entersConsole(record) { return true }
        return unlessFresh && !record.user.isAnonymous && !Self.isFresh(record.session, at: now())
    }

    private static func entersConsole(_ record: SessionRecord) -> Bool {
        record.role.permissions.contains(.enterConsole)
    }

    /// Whether the user entered the password at the sign-in of this session, minutes ago on this device.
    private func wasJustOpenedByPassword(
        _ record: SessionRecord,
        in context: SignInContext
    ) async throws(AuthFailure) -> Bool {
        let session = record.session
        guard session.provider == .password, session.impersonator == nil,
            (.zero...Principal.proofLifetime).contains(now().since(session.createdAt)),
            session.device.isLike(context.device)
        else { return false }
        let access = try await StoreErrorMapping.shown.run {
            try await refreshes.find(session.id, in: record.tenant.id)
        }
        // A session that was opened with a link or a code counts as one of the password too, but always has refresh
        // tokens, which know the difference. A refresh replaces the device of the session by that of its request.
        return access.map { $0.method == .password && $0.refresh.generation == 1 } ?? true
    }

    private func checkNonce(
        _ nonce: String,
        _ record: SessionRecord,
        in context: SignInContext
    ) async throws(AuthFailure) {
        let isRight = try await StoreErrorMapping.shown.run {
            try await links.isReauthenticated(nonce, record.user, from: context.origin)
        }
        guard isRight else { throw .account(.wrongNonce) }
    }
}
