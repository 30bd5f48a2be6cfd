import Domain

/// The result of a correct password.
public enum SignInResult: Sendable {
    case entered(ConsoleEntry)
    /// The account has a second factor: the browser sends this text back with a code.
    case codeNeeded(challenge: String)
}
