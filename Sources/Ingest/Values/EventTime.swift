import Domain
import StrictJSON

/// Reads the time formats of clients.
enum EventTime {
    /// The earliest permitted time, before any client that could send it; the latest is a year from now.
    static let earliest = Timestamp(milliseconds: 946_684_800_000)
    static let ahead = Duration.days(400)

    /// Reads RFC 3339 text, or a number since 1970: seconds below 10¹¹, milliseconds below 10¹⁴, microseconds below
    /// 10¹⁷, else nanoseconds.
    static func time(_ value: JSONValue) -> Timestamp? {
        switch value {
        case .string(let text): return Timestamp(rfc3339: text) ?? Int64(text).map { whole($0) }
        case .integer(let number): return whole(number)
        case .number(let number):
            guard number.magnitude < 1e18 else { return nil }
            if number.magnitude < 1e11 { return Timestamp(milliseconds: Int64(number * 1000)) }
            return whole(Int64(number))
        default: return nil
        }
    }

    static func isPlausible(_ time: Timestamp, receivedAt: Timestamp) -> Bool {
        time >= earliest && time <= receivedAt + ahead
    }

    /// Reads a number of milliseconds, at most `EventLimits.durationMilliseconds`; nil when it is negative or no number.
    static func duration(_ value: JSONValue) -> Duration? {
        let limit = EventLimits.durationMilliseconds
        switch value {
        case .integer(let number): return number < 0 ? nil : .milliseconds(min(number, limit))
        case .number(let number):
            guard number >= 0 else { return nil }
            return .milliseconds(number < Double(limit) ? Int64(number.rounded()) : limit)
        default: return nil
        }
    }

    private static func whole(_ number: Int64) -> Timestamp {
        switch number.magnitude {
        case ..<100_000_000_000: Timestamp(milliseconds: number * 1000)
        case ..<100_000_000_000_000: Timestamp(milliseconds: number)
        case ..<100_000_000_000_000_000: Timestamp(milliseconds: number / 1000)
        default: Timestamp(milliseconds: number / 1_000_000)
        }
    }
}
