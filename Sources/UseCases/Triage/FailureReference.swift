import Domain

/// A failure, and the version that a change of it is based on.
public struct FailureReference: Sendable, Hashable {
    public let id: FailureKey.ID
    /// Nil changes every version.
    public let version: Int?

    public init(_ id: FailureKey.ID, version: Int?) {
        self.id = id
        self.version = version
    }
}
