import Domain

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
