/// The most frequent errors that no table has.
public struct UnknownErrors: Sendable {
    public let errors: [UnknownError]
    /// Whether there are no others.
    public let isComplete: Bool

    public init(errors: [UnknownError], isComplete: Bool) {
        self.errors = errors
        self.isComplete = isComplete
    }
}
