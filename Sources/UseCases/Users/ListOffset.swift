import Domain

/// The part of a list that a client asks for by offset.
public struct ListOffset: Sendable, Hashable {
    /// The user after whom the part begins; nil for the beginning of the list.
    public var after: User.ID?
    public var skipped: Int
    public var limit: Int

    public init(after user: User.ID? = nil, skipping skipped: Int, limit: Int) {
        after = user
        self.skipped = skipped
        self.limit = limit
    }
}
