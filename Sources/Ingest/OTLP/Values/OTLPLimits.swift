import Domain

/// The limits of one OTLP request, besides those of its bytes (`EventLimits`) and of its events (`EventMemory`).
///
/// The SDK for Swift keeps every record of a rejected request and sends all of them again with the next one, so a
/// request that is too large would stay too large for ever. Records beyond a limit are counted and reported as
/// rejected, and the request succeeds.
public enum OTLPLimits {
    /// The records of one request: half of the queue of all events that wait for their transaction. Resources and
    /// scopes beyond the first of each take the places of records.
    public static let records = EventLimits.examinedItems
    /// The resources and scopes of one request. No SDK sends more than a few.
    static let groups = EventLimits.examinedItems
    /// The attributes and values of one record, one resource or one scope.
    static let values = 10_000
    /// The nesting of values in one attribute or body.
    static let depth = EventLimits.depth
}
