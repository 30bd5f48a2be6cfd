/// The most frequent errors that no table has, with the rules that apply to them.
public struct UnknownErrorListing: Sendable {
    public let errors: [ListedError]
    /// Whether there are no others.
    public let isComplete: Bool
}
