/// What became of a batch.
public struct StoredBatch: Sendable, Hashable {
    /// For each event whether it is new.
    public let isNew: [Bool]
    /// The disk space that it took, as far as it was the first to need it.
    public let bytes: Int64

    public init(isNew: [Bool], bytes: Int64) {
        self.isNew = isNew
        self.bytes = bytes
    }
}
