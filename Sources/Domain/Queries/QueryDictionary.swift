/// The values of dimensions that the events of a tenant have.
public protocol QueryDictionary: Sendable {
    /// Returns the most frequent values that begin with these bytes, at most `limit`, the most frequent first.
    /// - Parameter dimension: one that the shapes of events hold.
    func values(
        of dimension: EventDimension,
        startingWith prefix: String,
        limit: Int
    ) async throws(DomainError) -> [QueryDictionaryEntry]
}
