import Domain

/// The limits of one OTLP request, besides those of its bytes (`EventLimits`).
///
/// The SDK for Swift keeps every record of a rejected request and sends all of them again with the next one, so a
/// request that is too large would stay too large for ever. Records beyond a limit are counted and reported as
/// rejected, and the request succeeds.
public enum OTLPLimits {
    /// The records of one request: half of the queue of all events that wait for their transaction. Resources and
    /// scopes beyond the first of each take the places of records.
    public static let records = EventLimits.lookedAt
    /// The resources and scopes of one request. No SDK sends more than a few.
    static let groups = EventLimits.lookedAt
    /// The attributes and values of one record, one resource or one scope.
    static let values = 10_000
    /// The nesting of values in one attribute or body.
    static let depth = EventLimits.depth

    /// The most memory of the events of one request.
    private static let greatestEventBytes = 32 << 20

    /// Estimates the memory of the events of a request, which the decoder never exceeds: every event carries the
    /// attributes of its resource, so a short record can become a large event.
    /// - Parameter count: the unpacked size of the request.
    public static func eventBytes(ofUnpacked count: Int) -> Int {
        max(1 << 20, min(count, greatestEventBytes / 64) * 64)
    }
}
