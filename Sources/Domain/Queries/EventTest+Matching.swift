import Foundation
import StrictJSON

extension EventTest {
    /// - Parameter now: the moment that relative times count from.
    public func matches(_ event: some SearchableEvent, now: Timestamp) -> Bool {
        switch field {
        case .dimension(let dimension): matches(value: event[dimension])
        case .message: matches(value: event.content.error?.message)
        case .time: matches(time: event.content.occurredAt, now: now)
        }
    }

    /// Answers for a value of the field, such as one of a dictionary of values. A duration is a number of milliseconds.
    /// The time has no text: see `matches(time:now:)`.
    public func matches(value: String?) -> Bool {
        guard let value else { return false }
        switch rule {
        case .exists: return true
        case .equals(let text): return text.text.hasSameBytes(as: value)
        case .matches(let pattern): return pattern.matches(field == .message ? value.lowercasedASCII() : value)
        case .version(let bounds): return VersionNumber(value).map(bounds.contains) ?? false
        case .duration(let bounds): return Int64(value).map(bounds.contains) ?? false
        case .time: return false
        }
    }

    func matches(time: Timestamp, now: Timestamp) -> Bool {
        guard case .time(let bounds) = rule else { return false }
        return bounds.contains(time, now: now)
    }
}
