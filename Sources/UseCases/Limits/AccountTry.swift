import Domain
import Foundation

/// How long an account waits between tries after many failures in a row, whoever made them and whenever.
///
/// Limits that refill let guesses go on for ever: a hundred an hour are 2,400 a day. NIST SP 800-63B-4 §3.2.2 allows a
/// hundred in a row.
public enum ConsecutiveFailures {
    /// So many in a row are free.
    public static let free = 100
    /// The wait after that many; it doubles with each that follows.
    static let firstWait = Duration.minutes(1)
    static let longestWait = Duration.days(1)

    /// How long after the last of so many failures the next try is let through; nil for at once.
    public static func wait(after failures: Int) -> Duration? {
        guard failures >= free else { return nil }
        // A day is reached after eleven.
        return min(longestWait, firstWait * (1 << min(failures - free, 11)))
    }
}

/// What becomes of counted failures.
public struct FailureChange: Sendable, Hashable {
    /// It was right: the row of failures is over.
    public var forgotten: [Data] = []
    /// It was no failure after all.
    public var takenBack: [Data] = []

    public static let none = FailureChange()
}

/// How the names of rows of failures are made.
public enum FailureSubject {
    /// So many bytes at the beginning are those of the tenant, or of the console.
    public static let commonBytes = 8
}

/// An account as guesses at it are counted: by its address in its tenant, whichever way they come, and whether or not
/// there is one.
struct GuessedAccount: Sendable, Hashable {
    /// Nil for an operator, and for nobody.
    let tenant: Tenant.ID?
    let subject: String

    private init(tenant: Tenant.ID?, subject: String) {
        self.tenant = tenant
        self.subject = subject
    }

    init(_ email: EmailAddress, in tenant: Tenant.ID?) { self.init(tenant: tenant, subject: email.description) }

    /// Of one who has no address, or whose address may change each time.
    init(_ user: User.ID, in tenant: Tenant.ID) { self.init(tenant: tenant, subject: user.description) }

    /// As the codes of its second factor are counted.
    init(_ account: ConsoleAccount) {
        self.init(tenant: account.tenant, subject: Hexadecimal.encode(Array(account.id)))
    }

    /// What is counted in the place of an account that there is not; the first is what an operator of this address
    /// would be.
    static func nobody(_ number: Int, _ email: EmailAddress) -> GuessedAccount {
        GuessedAccount(tenant: nil, subject: number == 0 ? email.description : "\(email)\n#\(number)")
    }
}

/// One try of an account's password that was counted and may be made.
struct AccountTry: Sendable {
    /// What was counted for one account.
    struct Part: Sendable {
        let account: GuessedAccount
        /// What who is right gets back.
        let claims: [RateLimitClaim]
        /// Where its failure is counted.
        let failures: Data
    }

    let parts: [Part]
    /// Of them, those for which it is the failure after which tries have to wait.
    let exhausted: [GuessedAccount]
    /// From a device, or a network, where the account has been signed in.
    let isKnown: Bool
    /// What was taken of the attempts that all networks share; it is given back when no password is tried.
    var shared: [RateLimitClaim] = []

    /// Whose password may be tried.
    var accounts: [GuessedAccount] { parts.map(\.account) }
}

/// By what an account knows where a try comes from.
enum KnownOrigin: Sendable, Hashable {
    /// It showed the mark that it got with an earlier sign-in.
    case device(Data)
    /// The network of one of the account's sessions.
    case network
}

extension RateLimiter {
    /// Sessions whose addresses tell a person's own network from a stranger's.
    static let knownSessions = 50

    /// Counts a try of an account's password.
    ///
    /// Guesses from many networks use up what all of them have together, and must not lock the person out: from a
    /// device that signed in before, or a network where they have been signed in, their own bucket and their own
    /// failures alone count.
    /// - Parameters:
    ///   - accounts: whose password it may be, at least one; the first alone is looked at for what it knows.
    ///   - claims: taken with it.
    ///   - share: of the attempts that all networks share; nil for someone who is signed in.
    ///   - known: asked for only when a bucket is empty, or an account has to wait.
    func takeSignIn(
        of accounts: [GuessedAccount],
        from origin: Principal.Origin,
        with claims: [RateLimitClaim] = [],
        _ share: AttemptShare? = nil,
        known: () async throws(DomainError) -> KnownOrigin?
    ) async throws(DomainError) -> AccountTry {
        let parts = accounts.map {
            AccountTry.Part(account: $0, claims: signInClaims($0, from: origin), failures: failures(of: $0))
        }
        let (all, subjects) = (parts.flatMap(\.claims) + claims, parts.map(\.failures))
        let taken: TakenShare
        if let share {
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
        from origin: Principal.Origin,
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

    /// What one try of an account's password takes; who is right gets it back.
    private func signInClaims(_ account: GuessedAccount, from origin: Principal.Origin) -> [RateLimitClaim] {
        claims(.signInByAccountAndNetwork, tenant: account.tenant, from: origin, of: account.subject)
            + [claim(.signInByAccount, tenant: account.tenant, subject: account.subject)]
    }

    /// What a change of an account by its owner takes that tries no password.
    func changeClaims(_ account: GuessedAccount, from origin: Principal.Origin) -> [RateLimitClaim] {
        signInClaims(account, from: origin)
    }

    /// Attempts from one address, at a tenant or at the console.
    func signInByAddress(tenant: Tenant.ID?, from origin: Principal.Origin) -> [RateLimitClaim] {
        claims(.signInByAddress, tenant: tenant, from: origin)
    }

    /// Under what the failures of an account are kept.
    /// - Parameter place: a device or network that has its own.
    private func failures(of account: GuessedAccount, from place: String = "") -> Data {
        keyedFailures("failures", tenant: account.tenant, subject: "\(account.subject)\n\(place)")
    }

    /// Counts a try of a code of a second factor.
    /// - Parameter account: by its id.
    func takeCode(of account: ConsoleAccount, from origin: Principal.Origin) async throws(DomainError) -> AccountTry {
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

    /// Who was right gets the tries back, and the row of failures is over.
    /// - Parameter account: whose password it was, when it may have been that of several. For the others it was no
    ///   failure, but their tries stay taken, or whoever makes an account with someone's address could guess for ever.
    func succeeded(_ counted: AccountTry, of account: GuessedAccount? = nil) async throws(DomainError) {
        let right = counted.parts.filter { account == nil || $0.account == account }
        let others = counted.parts.filter { account != nil && $0.account != account }
        let change = FailureChange(forgotten: right.map(\.failures), takenBack: others.map(\.failures))
        try await store.giveBack(right.flatMap(\.claims), change, at: now())
    }

    /// Nothing was compared after all: the failure does not count, and others may use what was taken of what all share.
    /// The account's and the network's own tokens stay taken.
    func withdraw(_ counted: AccountTry) async {
        try? await store.giveBack(counted.shared, FailureChange(takenBack: counted.parts.map(\.failures)), at: now())
    }

    /// Someone has shown that the mailbox of the account is theirs, or it has got another password on the operator's
    /// shell.
    func forgetFailures(of email: EmailAddress, in tenant: Tenant.ID?) async throws(DomainError) {
        try await store.giveBack(
            [],
            FailureChange(forgotten: [failures(of: GuessedAccount(email, in: tenant))]),
            at: now()
        )
    }
}
