/// An event as a decoder read it, or as the server recorded it: bounded (`EventLimits`), and untrusted.
///
/// The scrubber takes it on its way to storage: `DecodedEvent`, `ScrubbedEvent`, `ClassifiedEvent`, `StoredEvent`.
public struct DecodedEvent: Sendable, Hashable {
    public var content: EventContent
    /// Whether the time of the event is from the client; false when it is the time of the delivery, which changes when
    /// the delivery is repeated. The id of an event without such a time is keyed by API key and installation before it
    /// is stored.
    public var hasOwnTime: Bool
    public var category: ItemCategory
    /// Whether the id is a hash of what the event says, or of a name that the client gave it, instead of the client's own
    /// UUID. Such an id is keyed before it is stored, so that it does not tell what it was made from.
    public var hasDerivedID: Bool

    public init(
        _ content: EventContent,
        hasOwnTime: Bool = true,
        category: ItemCategory = .event,
        hasDerivedID: Bool = false
    ) {
        self.content = content
        self.hasOwnTime = hasOwnTime
        self.category = category
        self.hasDerivedID = hasDerivedID
    }
}
