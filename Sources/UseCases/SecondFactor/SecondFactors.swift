import Crypto
import Domain
import Foundation

/// What someone may enter where a code is asked for.
public enum SecondFactorFailure {
    /// One sentence for a wrong code, a used one, and one of another time: who guesses learns nothing.
    public static let sentence =
        "This code is wrong. Enter the one that your app shows now, or an unused recovery code."
    /// Longer than either kind, for spaces and hyphens.
    public static let codeMaximumLength = 40
}

/// The second factor of accounts in the console: a code from an app, or a recovery code.
///
/// A seed that is being set up is stored nowhere: it follows from the session and its last proof, and is sealed and
/// kept once a code has shown that the app has it.
public struct SecondFactors: Sendable {
    let store: any SecondFactorStore
    let vault: Vault
    let limiter: RateLimiter
    let systemContext: SystemContext
    let policy: SecondFactorPolicy
    private let seedKey: SymmetricKey
    private let recoveryKey: SymmetricKey

    public init(
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

    /// The seed that would be set up from this session: another one after each proof, so that nobody gets one again
    /// that they removed.
    /// - Parameter session: the text of its token.
    public func seed(for visitor: ConsoleUser, session: String) -> TOTPSecret {
        let text = "\(session)\n\(visitor.provedAt.milliseconds)"
        let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: seedKey)
        return TOTPSecret(bytes: Data(code.prefix(TOTP.seedBytes)))
    }

    /// Keeps the seed of the session, when the code shows that the app has it.
    /// - Returns: the recovery codes, the only time that they are known; nil when the account has a second factor
    ///   already.
    /// - Throws: `.invalid` with `code`, `.throttled`; `.denied(.proofNeeded)` for a session that may have been left
    ///   open, for whoever sits there would make the account theirs.
    public func setUp(
        code: String,
        for visitor: ConsoleUser,
        session: String,
        from origin: Principal.Origin
    ) async throws(DomainError) -> [String]? {
        let account = visitor.account
        let now = systemContext.now()
        try visitor.principal(from: origin).mustHaveProven(by: now)
        let counted = try await limiter.takeCode(of: account, from: origin)
        let seed = seed(for: visitor, session: session)
        guard let step = TOTP.step(of: Self.digits(code), seed.bytes, at: systemContext.wall()) else {
            throw Self.wrongCode
        }
        let sealed: Data
        do throws(VaultFailure) {
            sealed = try await vault.seal(seed.bytes, for: account.tenant, place: Self.place(of: account))
        } catch {
            throw DomainError(error)
        }
        let recovery = RecoveryCode.fresh(systemContext)
        let isNew = try await store.insert(
            StoredSecondFactor(sealedSeed: sealed, lastStep: step, createdAt: now),
            recovery: recovery.map { $0.hash(recoveryKey, of: account) },
            of: account,
            proof: SessionProof(session: visitor.sessionKey, at: now),
            audit: draft(.secondFactorSet, account, visitor.principal(from: origin))
        )
        try await limiter.succeeded(counted)
        return isNew ? recovery.map(\.text) : nil
    }

    // MARK: Having one

    /// Checks a code of an account that has a second factor, and uses it up.
    /// - Returns: false when it does not fit; also for an account without one.
    /// - Throws: `.throttled`, `.unavailable`
    func admit(
        _ code: String,
        to account: ConsoleAccount,
        from origin: Principal.Origin
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
        from origin: Principal.Origin
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
        guard let step = TOTP.step(of: Self.digits(code), seed, at: systemContext.wall()) else { return false }
        return try await store.use(step: step, of: account)
    }

    /// Notes that whoever sits there has just shown who they are.
    func prove(_ visitor: ConsoleUser) async throws(DomainError) {
        try await store.prove(SessionProof(session: visitor.sessionKey, at: systemContext.now()), of: visitor.account)
    }

    /// New recovery codes in the place of the old ones, which stop working.
    /// - Returns: nil when the account has no second factor.
    /// - Throws: `.invalid` with `code`, `.throttled`
    public func newRecoveryCodes(
        code: String,
        for visitor: ConsoleUser,
        from origin: Principal.Origin
    ) async throws(DomainError) -> [String]? {
        let account = visitor.account
        guard try await hasFactor(account) else { return nil }
        guard try await admit(code, to: account, from: origin) else { throw Self.wrongCode }
        let recovery = RecoveryCode.fresh(systemContext)
        try await store.replace(
            recovery: recovery.map { $0.hash(recoveryKey, of: account) },
            of: account,
            audit: draft(.recoveryCodesReplaced, account, visitor.principal(from: origin))
        )
        return recovery.map(\.text)
    }

    /// Switches the second factor off. Without one there is nothing to do.
    /// - Throws: `.invalid` with `code`, `.throttled`
    public func remove(
        code: String,
        for visitor: ConsoleUser,
        from origin: Principal.Origin
    ) async throws(DomainError) {
        let account = visitor.account
        guard try await hasFactor(account) else { return }
        guard try await admit(code, to: account, from: origin) else { throw Self.wrongCode }
        try await prove(visitor)
        _ = try await store.remove(
            of: account,
            endsSessions: false,
            audit: draft(.secondFactorRemoved, account, visitor.principal(from: origin))
        )
    }

    /// Takes the second factor of someone away who has lost it.
    /// - Returns: false when there was none.
    func reset(_ account: ConsoleAccount, by principal: Principal) async throws(DomainError) -> Bool {
        try await store.remove(of: account, endsSessions: true, audit: draft(.secondFactorRemoved, account, principal))
    }

    func hasFactor(_ account: ConsoleAccount) async throws(DomainError) -> Bool {
        try await store.state(of: account, session: Data()).factor != nil
    }

    /// Whether someone administers with two factors: they have a second one, or their role must have one.
    public func isNeeded(by user: User.ID, role: Role, in tenant: Tenant.ID) async throws(DomainError) -> Bool {
        if policy == .required, role.administers { return true }
        return try await hasFactor(.member(user, tenant))
    }

    /// Those of the tenant's people who have a second factor.
    public func having(_ users: Set<User.ID>, grant: Grant<ReadUsers>) async throws(DomainError) -> Set<User.ID> {
        users.isEmpty ? [] : try await store.having(Array(users), in: grant.tenant)
    }

    // MARK: Parts

    static let wrongCode = DomainError.invalid("code", .malformed(SecondFactorFailure.sentence))

    private static func place(of account: ConsoleAccount) -> SecretPlace {
        SecretPlace(table: "second_factors", column: "sealed_seed", row: Array(account.id))
    }

    private static func digits(_ text: String) -> String { text.filter { !$0.isWhitespace && $0 != "-" } }

    private func draft(_ action: AuditEntry.Action, _ account: ConsoleAccount, _ principal: Principal) -> AuditDraft {
        AuditDraft(action, by: principal, at: systemContext.now(), target: account.target)
    }
}
