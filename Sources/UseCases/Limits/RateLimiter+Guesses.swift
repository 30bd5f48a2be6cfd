import Domain
import Foundation

/// A counted and allowed try of an account's password.
struct AccountTry: Sendable {
    /// The tokens and failure counted for one account.
    struct Part: Sendable {
        let account: GuessedAccount
        /// The tokens returned after a correct try.
        let claims: [RateLimitClaim]
        /// The subject of its failure.
        let failures: Data
    }

    let parts: [Part]
    /// The accounts for which this is the failure after which tries have to wait.
    let exhausted: [GuessedAccount]
    /// Whether the try is from a device or a network where the account has been signed in.
    let isKnown: Bool
    /// The tokens taken from the limit that all networks share; returned when no password is compared.
    var shared: [RateLimitClaim] = []

    /// The accounts whose password may be tried.
    var accounts: [GuessedAccount] { parts.map(\.account) }
}

extension RateLimiter {
    /// The number of sessions whose addresses distinguish a user's own network from an unknown one.
    static let knownSessions = 50

    /// Counts a try of an account's password.
    ///
    /// Guesses from many networks use up their shared limit, and must not lock the user out: for a known device, or a
    /// network where the user has been signed in, only its own bucket and its own failures count.
    /// - Parameter known: called only when a bucket is empty, or an account has to wait.
    func takeSignIn(
        _ guess: PasswordGuess,
        known: () async throws(DomainError) -> KnownOrigin?
    ) async throws(DomainError) -> AccountTry {
        let (accounts, origin, claims) = (guess.accounts, guess.origin, guess.claims)
        let parts = accounts.map {
            AccountTry.Part(account: $0, claims: signInClaims($0, from: origin), failures: failures(of: $0))
        }
        let (all, subjects) = (parts.flatMap(\.claims) + claims, parts.map(\.failures))
        let taken: TakenShare
        if let share = guess.share {
            taken = try await borrow(all, share, counting: subjects)
        } else {
            taken = TakenShare(answer: try await store.take(all, counting: subjects, at: now()))
        }
        guard let wait = taken.answer.wait else {
            let exhausted = zip(accounts, taken.answer.failures).filter { $0.1 == ConsecutiveFailures.free }.map(\.0)
            return AccountTry(parts: parts, exhausted: exhausted, isKnown: false, shared: taken.total)
        }
        guard let first = accounts.first, let known = try await known() else { throw .throttled(retryAfter: wait) }
        return try await takeKnown(known, of: first, from: origin, with: claims.filter { $0.limit == .signInByAddress })
    }

    private func takeKnown(
        _ known: KnownOrigin,
        of account: GuessedAccount,
        from origin: RequestOrigin,
        with claims: [RateLimitClaim]
    ) async throws(DomainError) -> AccountTry {
        let (own, place): (RateLimitClaim, String) =
            switch known {
            case .device(let id):
                (
                    claim(
                        .signInByDevice,
                        tenant: account.tenant,
                        subject: "\(account.subject)\n\(Hexadecimal.encode(Array(id)))"
                    ),
                    "device \(Hexadecimal.encode(Array(id)))"
                )
            case .network:
                (
                    claim(
                        .signInByAccountAndNetwork,
                        tenant: account.tenant,
                        subject: "\(account.subject)\n\(AddressNetwork.of(origin.address))"
                    ),
                    "network \(AddressNetwork.of(origin.address))"
                )
            }
        let subject = failures(of: account, from: place)
        if let wait = try await store.take([own] + claims, counting: [subject], at: now()).wait {
            throw .throttled(retryAfter: wait)
        }
        return AccountTry(
            parts: [.init(account: account, claims: [own], failures: subject)],
            exhausted: [],
            isKnown: true
        )
    }

    /// The tokens that one try of an account's password takes; a correct try returns them.
    private func signInClaims(_ account: GuessedAccount, from origin: RequestOrigin) -> [RateLimitClaim] {
        claims(.signInByAccountAndNetwork, tenant: account.tenant, from: origin, of: account.subject)
            + [claim(.signInByAccount, tenant: account.tenant, subject: account.subject)]
    }

    /// The tokens that a user's change of their own account takes when no password is tried.
    func changeClaims(_ account: GuessedAccount, from origin: RequestOrigin) -> [RateLimitClaim] {
        signInClaims(account, from: origin)
    }

    /// Attempts from one address, at a tenant or at the console.
    func signInByAddress(tenant: Tenant.ID?, from origin: RequestOrigin) -> [RateLimitClaim] {
        claims(.signInByAddress, tenant: tenant, from: origin)
    }

    /// Returns the subject under which the failures of an account are stored.
    /// - Parameter place: a device or network with failures of its own.
    private func failures(of account: GuessedAccount, from place: String = "") -> Data {
        keyedFailures("failures", tenant: account.tenant, subject: "\(account.subject)\n\(place)")
    }

    /// Counts a try of a second-factor code.
    /// - Parameter account: the account, by its id.
    func takeCode(of account: ConsoleAccount, from origin: RequestOrigin) async throws(DomainError) -> AccountTry {
        let account = GuessedAccount(account)
        let all =
            claims(.codeByAccountAndNetwork, tenant: account.tenant, from: origin, of: account.subject)
            + [claim(.codeByAccount, tenant: account.tenant, subject: account.subject)]
        let subject = keyedFailures("code failures", tenant: account.tenant, subject: account.subject)
        if let wait = try await store.take(all, counting: [subject], at: now()).wait {
            throw .throttled(retryAfter: wait)
        }
        let part = AccountTry.Part(account: account, claims: all, failures: subject)
        return AccountTry(parts: [part], exhausted: [], isKnown: false)
    }

    /// Puts the tokens of a correct try back and ends the row of failures.
    /// - Parameter account: the account whose password matched, when there were several candidates. For the others it
    ///   was no failure, but their tokens stay taken; else an attacker could create an account with a user's address
    ///   and guess without limit.
    func succeeded(_ counted: AccountTry, of account: GuessedAccount? = nil) async throws(DomainError) {
        let right = counted.parts.filter { account == nil || $0.account == account }
        let others = counted.parts.filter { account != nil && $0.account != account }
        let change = FailureChange(forgotten: right.map(\.failures), takenBack: others.map(\.failures))
        try await store.giveBack(right.flatMap(\.claims), change, at: now())
    }

    /// Undoes a try without a result: the failure does not count, and the tokens of the shared limit are returned. The
    /// tokens of the account and of the network stay taken.
    func withdraw(_ counted: AccountTry) async {
        try? await store.giveBack(counted.shared, FailureChange(takenBack: counted.parts.map(\.failures)), at: now())
    }

    /// Clears the failures of an account whose mailbox was confirmed, or whose password was reset on the command line.
    func forgetFailures(of email: EmailAddress, in tenant: Tenant.ID?) async throws(DomainError) {
        try await store.giveBack(
            [],
            FailureChange(forgotten: [failures(of: GuessedAccount(email, in: tenant))]),
            at: now()
        )
    }
}

/// Says by what an account knows the origin of a try.
enum KnownOrigin: Sendable, Hashable {
    /// The device sent the device token that it got with an earlier sign-in.
    case device(Data)
    /// The network of one of the account's sessions.
    case network
}

/// A try of a password that is to be counted.
struct PasswordGuess: Sendable {
    /// The accounts whose password it may be, at least one; known origins are looked up for the first alone.
    let accounts: [GuessedAccount]
    let origin: RequestOrigin
    /// Further claims, taken in this transaction.
    let claims: [RateLimitClaim]
    /// The anonymous attempts that all networks share; nil for a signed-in user.
    let share: AttemptShare?

    init(
        of accounts: [GuessedAccount],
        from origin: RequestOrigin,
        with claims: [RateLimitClaim] = [],
        share: AttemptShare? = nil
    ) {
        self.accounts = accounts
        self.origin = origin
        self.claims = claims
        self.share = share
    }
}

/// Says how long an account waits between tries after many consecutive failures, from any network at any time.
///
/// Limits that refill allow guessing without end: a hundred an hour are 2,400 a day. NIST SP 800-63B-4 §3.2.2 allows a
/// hundred in a row.
public enum ConsecutiveFailures {
    /// The number of failures in a row without a delay.
    public static let free = 100
    /// The wait after that many failures; each further one doubles it.
    static let firstWait = Duration.minutes(1)
    static let longestWait = Duration.days(1)

    /// Returns the time from the last of so many failures to the next allowed try; nil for none.
    public static func wait(after failures: Int) -> Duration? {
        guard failures >= free else { return nil }
        // A day is reached after eleven doublings.
        return min(longestWait, firstWait * (1 << min(failures - free, 11)))
    }
}
