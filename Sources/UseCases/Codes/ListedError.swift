import Domain

/// An error that no table has, and the rule that applies to it from now on.
public struct ListedError: Sendable, Hashable {
    public let error: UnknownError
    /// Nil when no rule matches, or not in every stage.
    public let rule: CauseRule?

    public init(_ error: UnknownError, _ rules: CauseRules) {
        self.error = error
        let seen = error.root.map { root in
            EventError(
                domain: root.domain,
                code: root.code,
                chain: error.cause.map { [.init(domain: $0.domain, code: $0.code)] } ?? []
            )
        }
        let matches = error.stages.map { stage in seen.flatMap { rules.rule(for: $0, at: stage) } }
        rule = matches.contains(nil) ? nil : matches.first ?? nil
    }
}
