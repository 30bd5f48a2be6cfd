/// What is known about a canonical code, in any language. `CauseExplanation` adds the texts.
public struct CauseEntry: Sendable, Hashable {
    public let section: CauseSection
    /// The canonical code: `keychain.locked`.
    public let code: String
    /// The outcome that an event with the code usually has; a client may report another one.
    public let outcome: Outcome
    public let fault: CauseFault
    public let retry: CauseRetry
    /// The stages in which the code usually occurs.
    public let stages: [Stage]
    /// Whether it is a mistake that the user corrects with another try. What may be a fault of the app, such as a session
    /// that is gone, is none.
    let isMistake: Bool
    /// Lines of Swift for the app, where they help.
    public let snippet: String?
    /// Documentation and specifications that the entry is based on.
    public let sources: [CauseSource]
}

/// The party that can remove the cause of an error.
public enum CauseFault: String, Sendable, CaseIterable, Hashable, Codable {
    /// The code of the app.
    case app
    /// Apple's servers or system software.
    case apple
    /// The connection between the device and the server, proxies included.
    case network
    /// The user, or the user's device and accounts.
    case user
    /// The configuration of the app, of the tenant or at Apple, or a decision of an administrator.
    case setup
    /// This server.
    case gatehouse
}

/// Whether the same request can succeed when it is sent again unchanged.
public enum CauseRetry: String, Sendable, CaseIterable, Hashable, Codable {
    case yes
    /// After the time that the response names, or with growing pauses.
    case afterDelay = "after-delay"
    /// After the user did something: entered a password, unlocked the phone, started a new attempt.
    case afterUserAction = "after-user-action"
    case no
}

/// Where a fact of the catalogue comes from.
public struct CauseSource: Sendable, Hashable {
    /// The name of the page or the section, in English.
    public let title: String
    /// Absolute, with https.
    public let url: String
}
