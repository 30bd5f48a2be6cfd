import Domain
import Foundation

/// How someone shows that an account is theirs before they change how one gets into it.
extension AccountSelfService {
    /// Has whoever adds a way to sign in show that the account is theirs: by a session that is not old, and who enters
    /// the console by the password. It counts for good, so nobody does it who acts as someone else.
    /// - Throws: `.reauthenticationNeeded`, `.wrongCurrentPassword`, `.refused`
    public func prove(
        _ record: SessionRecord,
        by currentPassword: String?,
        from origin: Principal.Origin
    ) async throws(AccountChangeFailure) {
        guard record.session.impersonator == nil else { throw .reauthenticationNeeded }
        guard isProofNeeded(of: record, opensAnotherWay: true, unlessFresh: true) else { return }
        guard let currentPassword, record.user.email != nil else { throw .reauthenticationNeeded }
        try await reauthenticate(AccountChange(currentPassword: currentPassword), record, from: origin)
    }

    /// - Parameters:
    ///   - needsProof: a session of any age is not enough.
    ///   - isImmediate: another address counts at once, and nobody has shown that it is theirs. A session of no age is
    ///     enough then, of who has something to show.
    /// - Returns: the password that there is.
    @discardableResult
    func reauthenticate(
        _ change: AccountChange,
        _ record: SessionRecord,
        needsProof: Bool = true,
        isImmediate: Bool = false,
        from origin: Principal.Origin
    ) async throws(AccountChangeFailure) -> PasswordHash? {
        // Without an address there is no password that could be right.
        let hasPassword = change.currentPassword != nil && record.user.email != nil
        let counted: AccountTry?
        let stored: PasswordHash?
        do throws(DomainError) {
            // Counted before it is hashed, as a sign-in is.
            counted = try await count(record, triesPassword: hasPassword, from: origin)
            stored = try await storedPassword(of: record)
        } catch { throw .refused(error) }
        let canShow = record.user.email != nil && (stored != nil || links.mail.isConfigured)
        let isNeeded =
            isImmediate && canShow
            || isProofNeeded(
                of: record,
                opensAnotherWay: change.password != nil || change.email != nil,
                unlessFresh: needsProof
            )
        if !hasPassword, isNeeded {
            guard let nonce = change.nonce else { throw .reauthenticationNeeded }
            try await checkNonce(nonce, record, from: origin)
        }
        guard let current = change.currentPassword, record.user.email != nil else { return stored }
        let isRight: Bool
        do throws(DomainError) {
            isRight = try await check(current, stored, counted, of: record, from: origin)
        } catch { throw .refused(error) }
        guard isRight else { throw .wrongCurrentPassword }
        return stored
    }

    /// Takes of what the account has for guesses, by whichever way they come, and where nobody guesses of a limit of
    /// its own.
    /// - Returns: nil when no password is tried.
    private func count(
        _ record: SessionRecord,
        triesPassword: Bool,
        from origin: Principal.Origin
    ) async throws(DomainError) -> AccountTry? {
        let byAddress = limiter.signInByAddress(tenant: record.tenant.id, from: origin)
        // By the person too, for their address may change each time.
        let person = GuessedAccount(record.user.id, in: record.tenant.id)
        guard triesPassword, let email = record.user.email else {
            try await limiter.take(limiter.changeClaims(person, from: origin) + byAddress)
            return nil
        }
        let accounts = [GuessedAccount(email, in: record.tenant.id), person]
        return try await limiter.takeSignIn(of: accounts, from: origin, with: byAddress) {
            () async throws(DomainError) -> KnownOrigin? in
            // Guesses by strangers do not keep out who is signed in; each session has its own tries.
            .device(Data(record.session.id.uuid.bytes))
        }
    }

    private func check(
        _ password: String,
        _ stored: PasswordHash?,
        _ counted: AccountTry?,
        of record: SessionRecord,
        from origin: Principal.Origin
    ) async throws(DomainError) -> Bool {
        let isRight: Bool
        do throws(DomainError) {
            isRight = try await passwords.check(
                password,
                against: stored,
                for: record.tenant.id,
                from: .init(origin, isKnown: true)
            ).isRight
        } catch {
            if let counted { await limiter.withdraw(counted) }
            throw error
        }
        guard let counted else { return isRight }
        if isRight {
            try await limiter.succeeded(counted)
        } else {
            let place = SignInContext(tenant: record.tenant, device: record.session.device, origin: origin)
            await links.signIns.alarm.tell(of: record.user, counted, at: place)
        }
        return isRight
    }

    private func storedPassword(of record: SessionRecord) async throws(DomainError) -> PasswordHash? {
        guard let email = record.user.email else { return nil }
        return try await accounts.account(email, in: record.tenant.id)?.password
    }

    /// Who enters the console shows again who they are before another password or mailbox opens it, however new the
    /// session of an app is. Who has no way to sign in again can show nothing.
    private func isProofNeeded(of record: SessionRecord, opensAnotherWay: Bool, unlessFresh: Bool) -> Bool {
        if opensAnotherWay, record.role.permissions.contains(.enterConsole) { return true }
        return unlessFresh && !record.user.isAnonymous && !Self.isFresh(record.session, at: now())
    }

    private func checkNonce(
        _ nonce: String,
        _ record: SessionRecord,
        from origin: Principal.Origin
    ) async throws(AccountChangeFailure) {
        let isRight: Bool
        do throws(DomainError) { isRight = try await links.isReauthenticated(nonce, record.user, from: origin) } catch {
            throw .refused(error)
        }
        guard isRight else { throw .wrongNonce }
    }
}
