import Crypto
import Domain
import Foundation

/// Checks and manages the second factor of console accounts: TOTP codes and recovery codes.
///
/// A TOTP secret that is being set up is not stored: it is derived from the session and its last proof, and is sealed
/// and stored once a code has proved that the app has it.
public struct SecondFactors: Sendable {
    /// The maximum length exceeds both kinds of code, to allow spaces and hyphens.
    public static let codeMaximumLength = 40

    let store: any SecondFactorStore
    let vault: Vault
    let limiter: RateLimiter
    let systemContext: SystemContext
    let policy: SecondFactorPolicy
    private let seedKey: SymmetricKey
    private let recoveryKey: SymmetricKey

    init(
        store: any SecondFactorStore,
        vault: Vault,
        limiter: RateLimiter,
        root: RootKey,
        policy: SecondFactorPolicy,
        systemContext: SystemContext
    ) {
        self.store = store
        self.vault = vault
        self.limiter = limiter
        self.systemContext = systemContext
        self.policy = policy
        seedKey = root.derived(for: .seed)
        recoveryKey = root.derived(for: .recovery)
    }

    // MARK: Setting up

    /// Returns the TOTP secret to set up from this session: another one after each proof, so that a removed secret is
    /// never offered again.
    /// - Parameter session: the text of its token.
    public func seed(for consoleUser: ConsoleUser, session: String) -> TOTPSecret {
        let text = "\(session)\n\(consoleUser.provedAt.milliseconds)"
        let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: seedKey)
        return TOTPSecret(bytes: Data(code.prefix(TOTP.seedBytes)))
    }

    /// Stores the TOTP secret of the session, when the code proves that the app has it.
    /// - Returns: the recovery codes, which are shown only once; nil when the account has a second factor already.
    /// - Throws: `.invalid` with `code`, `.throttled`; `.denied(.proofNeeded)` for a session without a recent proof,
    ///   which may have been left open on a shared machine.
    public func setUp(
        code: String,
        for consoleUser: ConsoleUser,
        session: String,
        from origin: RequestOrigin
    ) async throws(DomainError) -> [String]? {
        let account = consoleUser.account
        let now = systemContext.now()
        try consoleUser.principal(from: origin).mustHaveProven(by: now)
        let counted = try await limiter.takeCode(of: account, from: origin)
        let seed = seed(for: consoleUser, session: session)
        guard let step = TOTP.step(of: TypedCode(code).text, seed.bytes, at: systemContext.wall()) else {
            throw Self.wrongCode
        }
        let sealed: Data
        do throws(VaultFailure) {
            sealed = try await vault.seal(seed.bytes, for: account.tenant, place: Self.place(of: account))
        } catch {
            throw DomainError(error)
        }
        let recovery = RecoveryCode.fresh(systemContext)
        let new = NewSecondFactor(
            StoredSecondFactor(sealedSeed: sealed, lastStep: step, createdAt: now),
            recovery: recovery.map { $0.hash(recoveryKey, of: account) },
            proof: SessionProof(session: consoleUser.sessionKey, at: now)
        )
        let isNew = try await store.insert(
            new,
            of: account,
            audit: draft(.secondFactorSet, account, consoleUser.principal(from: origin))
        )
        try await limiter.succeeded(counted)
        return isNew ? recovery.map(\.text) : nil
    }

    // MARK: Having one

    /// Checks a code of an account that has a second factor, and uses it up.
    /// - Returns: false when the code is wrong; also for an account without a second factor.
    /// - Throws: `.throttled`, `.unavailable`
    func admit(
        _ code: String,
        to account: ConsoleAccount,
        from origin: RequestOrigin
    ) async throws(DomainError) -> Bool {
        let counted = try await limiter.takeCode(of: account, from: origin)
        guard let factor = try await store.state(of: account, session: Data()).factor else { return false }
        guard try await uses(code, of: account, factor, from: origin) else { return false }
        try await limiter.succeeded(counted)
        return true
    }

    private func uses(
        _ code: String,
        of account: ConsoleAccount,
        _ factor: StoredSecondFactor,
        from origin: RequestOrigin
    ) async throws(DomainError) -> Bool {
        let now = systemContext.now()
        if let recovery = RecoveryCode(typed: code) {
            let principal = Principal(kind: account.principalKind, rank: 0, permissions: [], origin: origin)
            return try await store.use(
                recovery: recovery.hash(recoveryKey, of: account),
                of: account,
                at: now,
                audit: draft(.recoveryCodeUsed, account, principal)
            )
        }
        let seed: Data
        do throws(VaultFailure) {
            seed = try await vault.open(factor.sealedSeed, for: account.tenant, place: Self.place(of: account))
        } catch { throw DomainError(error) }
        guard let step = TOTP.step(of: TypedCode(code).text, seed, at: systemContext.wall()) else { return false }
        return try await store.use(step: step, of: account)
    }

    /// Records that the user of the session has just reauthenticated.
    func prove(_ consoleUser: ConsoleUser) async throws(DomainError) {
        try await store.prove(
            SessionProof(session: consoleUser.sessionKey, at: systemContext.now()),
            of: consoleUser.account
        )
    }

    /// Replaces the recovery codes; the old ones stop working.
    /// - Returns: nil when the account has no second factor.
    /// - Throws: `.invalid` with `code`, `.throttled`
    public func newRecoveryCodes(
        code: String,
        for consoleUser: ConsoleUser,
        from origin: RequestOrigin
    ) async throws(DomainError) -> [String]? {
        let account = consoleUser.account
        guard try await hasFactor(account) else { return nil }
        guard try await admit(code, to: account, from: origin) else { throw Self.wrongCode }
        let recovery = RecoveryCode.fresh(systemContext)
        try await store.replace(
            recovery: recovery.map { $0.hash(recoveryKey, of: account) },
            of: account,
            audit: draft(.recoveryCodesReplaced, account, consoleUser.principal(from: origin))
        )
        return recovery.map(\.text)
    }

    /// Removes the second factor. Does nothing without one.
    /// - Throws: `.invalid` with `code`, `.throttled`
    public func remove(
        code: String,
        for consoleUser: ConsoleUser,
        from origin: RequestOrigin
    ) async throws(DomainError) {
        let account = consoleUser.account
        guard try await hasFactor(account) else { return }
        guard try await admit(code, to: account, from: origin) else { throw Self.wrongCode }
        try await prove(consoleUser)
        _ = try await store.remove(
            of: account,
            endsSessions: false,
            audit: draft(.secondFactorRemoved, account, consoleUser.principal(from: origin))
        )
    }

    /// Removes the second factor of a user who has lost it.
    /// - Returns: false when there was none.
    func reset(_ account: ConsoleAccount, by principal: Principal) async throws(DomainError) -> Bool {
        try await store.remove(of: account, endsSessions: true, audit: draft(.secondFactorRemoved, account, principal))
    }

    func hasFactor(_ account: ConsoleAccount) async throws(DomainError) -> Bool {
        try await store.state(of: account, session: Data()).factor != nil
    }

    /// Whether a user must sign in with two factors: they have a second one, or their role requires one.
    public func isNeeded(by user: User.ID, role: Role, in tenant: Tenant.ID) async throws(DomainError) -> Bool {
        if policy == .required, role.administers { return true }
        return try await hasFactor(.member(user, tenant))
    }

    /// Returns those of these users who have a second factor.
    public func having(_ users: Set<User.ID>, grant: Grant<ReadUsers>) async throws(DomainError) -> Set<User.ID> {
        users.isEmpty ? [] : try await store.having(Array(users), in: grant.tenant)
    }

    // MARK: Parts

    /// One sentence for a wrong code, a used one and one of another time step, so that an attacker learns nothing.
    static let wrongCode = DomainError.invalid(
        "code",
        .malformed(
            .localizable(
                "forms.code-wrong",
                "This code is wrong. Enter the one that your app shows now, or an unused recovery code."
            )
        )
    )

    private static func place(of account: ConsoleAccount) -> SecretPlace {
        SecretPlace(table: "second_factors", column: "sealed_seed", row: Array(account.id))
    }

    private func draft(_ action: AuditEntry.Action, _ account: ConsoleAccount, _ principal: Principal) -> AuditDraft {
        AuditDraft(action, by: principal, at: systemContext.now(), target: account.target)
    }
}

/// Says whether users who change data in the console must have a second factor.
public enum SecondFactorPolicy: String, Sendable, CaseIterable {
    case required
    /// Each user may set one up: for trials and demonstrations.
    case optional
}
