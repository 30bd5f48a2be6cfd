import Domain
import StrictJSON

/// Reads times of OTLP, which are nanoseconds since 1970 in 64 bits without a sign.
enum OTLPTime {
    private static let perMillisecond: UInt64 = 1_000_000

    /// - Returns: nil for 0, which means unknown, and for a time that no right clock shows.
    static func moment(_ nanoseconds: UInt64, receivedAt: Timestamp) -> Timestamp? {
        guard nanoseconds > 0 else { return nil }
        let moment = Timestamp(milliseconds: Int64(nanoseconds / perMillisecond))
        return EventTime.isPlausible(moment, receivedAt: receivedAt) ? moment : nil
    }

    /// Returns the whole milliseconds from `start` to `end`; nil when either is unknown, they are in the wrong order, or
    /// the duration is beyond the limit.
    static func duration(from start: UInt64, to end: UInt64) -> Duration? {
        guard start > 0, end >= start else { return nil }
        return EventTime.duration(.integer(Int64((end - start) / perMillisecond)))
    }
}
