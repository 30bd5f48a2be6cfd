import Domain
import StrictJSON

/// The times of an envelope, by the client's clock.
struct SentryTimes {
    let receivedAt: Timestamp
    let sentAt: Timestamp?

    /// - Parameter sentAt: nil when the client says no readable time: a bad optional header costs no envelope.
    init(receivedAt: Timestamp, sentAt: JSONValue?) {
        self.receivedAt = receivedAt
        self.sentAt = sentAt.flatMap { Self.plausible($0, receivedAt) }
    }

    /// The time of an item that says none.
    var fallback: Timestamp { sentAt ?? receivedAt }

    /// Reads RFC 3339, also without an offset, or a number since 1970.
    /// - Returns: nil for a time that cannot be right.
    func time(_ value: JSONValue?) -> Timestamp? { value.flatMap { Self.plausible($0, receivedAt) } }

    private static func plausible(_ value: JSONValue, _ receivedAt: Timestamp) -> Timestamp? {
        let zoned = value.stringValue.flatMap { $0.utf8.count < 40 ? Timestamp(rfc3339: $0 + "Z") : nil }
        guard let time = EventTime.time(value) ?? zoned, EventTime.isPlausible(time, receivedAt: receivedAt)
        else { return nil }
        return time
    }
}
