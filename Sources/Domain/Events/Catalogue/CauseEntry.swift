/// What is known about a canonical code, in any language. `CauseExplanation` adds the texts.
public struct CauseEntry: Sendable, Hashable {
    /// The canonical code: `keychain.locked`.
    public let code: String
    /// The outcome that an event with the code usually has; a client may report another one.
    public let outcome: Outcome
    public let fault: CauseFault
    public let retry: CauseRetry
    /// The stages in which the code usually occurs.
    public let stages: [Stage]

    /// Lines of Swift for the app, where they help.
    public var snippet: String? { CauseSnippets.snippet(for: code) }
    /// Documentation and specifications that the entry is based on.
    public var sources: [CauseSource] { CauseSources.sources(of: code) }

    static func entry(
        _ code: String,
        _ outcome: Outcome,
        fault: CauseFault,
        retry: CauseRetry,
        at stages: [Stage]
    ) -> CauseEntry {
        CauseEntry(code: code, outcome: outcome, fault: fault, retry: retry, stages: stages)
    }
}
