/// An event without tokens, passwords and personal data in its texts. Only `Scrubber.scrub(_:)` can make one.
public struct ScrubbedEvent: Sendable, Hashable {
    public private(set) var content: EventContent
    /// See `DecodedEvent.hasOwnTime`.
    public let hasOwnTime: Bool
    public let category: ItemCategory
    /// What was added to the client's clock to get `content.occurredAt`; zero when its clock was right.
    public private(set) var clockCorrection = Duration.zero

    fileprivate init(_ content: EventContent, of event: borrowing DecodedEvent) {
        self.content = content
        hasOwnTime = event.hasOwnTime
        category = event.category
    }

    /// Adds a correction to the time of the event.
    public mutating func correctClock(by correction: Duration) {
        content.occurredAt = content.occurredAt + correction
        clockCorrection = clockCorrection + correction
    }
}

extension Scrubber {
    /// Scrubs every text of an event, including the names of its attributes.
    public func scrub(_ event: consuming DecodedEvent) -> ScrubbedEvent {
        scrub(&event.content)
        return ScrubbedEvent(event.content, of: event)
    }
}
