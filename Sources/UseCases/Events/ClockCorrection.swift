import Domain

/// What is added to the times of one delivery, because the clock that wrote them was wrong.
///
/// `sent_at` is written when the delivery leaves, so its distance from the time of receipt is the clock's error and the
/// latency, never the age of the events. It is still the client's word, and is believed only as far as a clock can be
/// wrong.
struct ClockCorrection: Sendable {
    /// A clock that is off by less is left as it is: latency looks the same.
    static let tolerance = Duration.minutes(2)
    /// A clock that is off by more is none: with such a date no certificate is valid, and nothing could have been sent.
    static let maximum = Duration.days(400)

    private let receivedAt: Timestamp
    private let sentAt: Timestamp?
    private let error: Duration

    init(sentAt: Timestamp?, receivedAt: Timestamp) {
        self.receivedAt = receivedAt
        self.sentAt = sentAt
        let difference = sentAt.map { receivedAt.since($0) } ?? .zero
        let size = difference < .zero ? .zero - difference : difference
        error = size > Self.tolerance && size <= Self.maximum ? difference : .zero
    }

    /// What to add to the time of one event. With it, no event is later than its receipt and the tolerance.
    func span(for occurredAt: Timestamp) -> Duration {
        // Nothing happens after it was sent, so a later time is of another clock than `sent_at` is.
        let isOfSameClock = sentAt.map { occurredAt <= $0 + Self.tolerance } ?? false
        let corrected = isOfSameClock ? occurredAt + error : occurredAt
        return (corrected > receivedAt + Self.tolerance ? receivedAt : corrected).since(occurredAt)
    }
}
