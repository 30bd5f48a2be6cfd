import Domain

/// Corrects the times of one delivery when the client's clock was wrong.
///
/// `sent_at` is written when the delivery leaves, so its distance from the time of receipt is the clock's error and the
/// latency, never the age of the events. The client may lie, so it is trusted only within the range of plausible clock
/// errors.
struct ClockCorrection: Sendable {
    /// A smaller error of the clock is ignored: it cannot be distinguished from latency.
    static let tolerance = Duration.minutes(2)
    /// A larger error is not a clock's: with such a date no certificate is valid, and the client could not have
    /// connected.
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

    /// Corrects the time of one event.
    func correct(_ event: ScrubbedEvent) -> ScrubbedEvent {
        var event = event
        event.correctClock(by: span(for: event.content.occurredAt))
        return event
    }

    /// Returns the correction of one event's time. With it, no event is later than its receipt plus the tolerance.
    func span(for occurredAt: Timestamp) -> Duration {
        // An event cannot happen after it was sent, so a later time is from another clock than `sent_at`.
        let isOfSameClock = sentAt.map { occurredAt <= $0 + Self.tolerance } ?? false
        let corrected = isOfSameClock ? occurredAt + error : occurredAt
        return (corrected > receivedAt + Self.tolerance ? receivedAt : corrected).since(occurredAt)
    }
}
