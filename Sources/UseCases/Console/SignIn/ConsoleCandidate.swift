import Domain

/// An account that an address typed on the console's sign-in page may mean.
public enum ConsoleCandidate: Sendable {
    /// A member: active, in an active tenant, with a role that has console access. One with another sign-in method may
    /// have no password.
    case member(User, Role, PasswordHash?, Tenant)
    case `operator`(Operator, PasswordHash)

    public var password: PasswordHash? {
        switch self {
        case .member(_, _, let hash, _): hash
        case .operator(_, let hash): hash
        }
    }

    /// What is known of it before its password is checked.
    var guess: ConsoleGuess { ConsoleGuess(account: account, password: password) }

    /// Returns the account with the hash that was checked, which may have been replaced since.
    func proven(by checked: PasswordHash?) -> ConsoleCandidate {
        switch self {
        case .member(let user, let role, _, let tenant): .member(user, role, checked, tenant)
        case .operator(let account, let stored): .operator(account, checked ?? stored)
        }
    }

    var account: ConsoleAccount {
        switch self {
        case .member(let user, _, _, let tenant): .member(user.id, tenant.id)
        case .operator(let account, _): .operator(account.id)
        }
    }

    var email: EmailAddress? {
        switch self {
        case .member(let user, _, _, _): user.email
        case .operator(let account, _): account.email
        }
    }
}

/// An account whose password a password typed on the console's sign-in page may be, as it is read before the password
/// has been checked.
public struct ConsoleGuess: Sendable {
    public let account: ConsoleAccount
    /// Nil for a member without a password.
    public let password: PasswordHash?

    public init(account: ConsoleAccount, password: PasswordHash?) {
        self.account = account
        self.password = password
    }

    /// Returns the key under which guesses at this account are counted.
    func guessed(_ email: EmailAddress) -> GuessedAccount {
        switch account {
        case .member(_, let tenant): GuessedAccount(email, in: tenant)
        case .operator: GuessedAccount(email, in: nil)
        }
    }
}
