/// The rules of a tenant in their order: the first one that matches an error decides.
public struct CauseRules: Sendable, Hashable {
    public static let none = CauseRules([])

    public let all: [CauseRule]

    public init(_ all: [CauseRule]) {
        self.all = all
    }

    /// Returns the rule for an error that no table has; nil when none matches.
    public func rule(for error: EventError, at stage: Stage) -> CauseRule? {
        error.isOnlyMessage ? nil : all.first { $0.pattern.matches(error, at: stage) }
    }
}
