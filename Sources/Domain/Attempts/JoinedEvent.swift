/// An event with the reason for which it is part of an attempt.
public struct JoinedEvent: Sendable, Hashable {
    public let event: StoredEvent
    public let join: EventJoin

    public init(_ event: StoredEvent, by join: EventJoin) {
        self.event = event
        self.join = join
    }
}
