import Domain

/// A user who has just signed in to the console.
public struct ConsoleEntry: Sendable {
    public let token: Credential
    /// The member's tenant; nil for an operator.
    public let tenant: Tenant?
    /// The device token that the browser may send at its next sign-in.
    public var deviceMark: String?
}
