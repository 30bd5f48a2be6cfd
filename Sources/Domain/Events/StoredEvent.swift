/// An event as it was read from storage.
public struct StoredEvent: Sendable, Hashable {
    public let content: EventContent
    /// The canonical code of the cause; nil for a success.
    public let code: String?
    public let receivedAt: Timestamp
    /// The correction added to the client's clock to get `content.occurredAt`; zero when its clock was right.
    public let clockCorrection: Duration

    /// Whether the server itself recorded the same user in the session or the attempt of the event.
    public var hasConfirmedUser = false

    /// Whether the user is only a client's claim: a client can name any user.
    public var isUserClaimed: Bool { content.source == .client && content[.user] != nil && !hasConfirmedUser }

    public var reference: Event.Reference { Event.Reference(occurredAt: content.occurredAt, id: content.id) }

    public init(content: EventContent, code: String?, receivedAt: Timestamp, clockCorrection: Duration) {
        self.content = content
        self.code = code
        self.receivedAt = receivedAt
        self.clockCorrection = clockCorrection
    }

    /// The value of a dimension as text.
    public subscript(dimension: EventDimension) -> String? { dimension == .code ? code : content[dimension] }
}
