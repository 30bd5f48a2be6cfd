import Domain

/// The result of a correct password.
public enum SignInResult: Sendable {
    case entered(ConsoleEntry)
    /// The account has a second factor: the browser sends this text back with a code.
    case codeNeeded(challenge: String)
}

/// A user who has just signed in to the console.
public struct ConsoleEntry: Sendable {
    public let token: Credential
    /// The member's tenant; nil for an operator.
    public let tenant: Tenant?
    /// The device token that the browser may send at its next sign-in.
    public var deviceMark: String?
}
