import Foundation
import StrictJSON

extension EventTest {
    /// Answers for a value of the field, such as one of a dictionary of values. A duration is a number of milliseconds.
    /// The time has no text: see `matches(time:now:)`.
    public func matches(value: String?) -> Bool {
        matches(value, folded: value?.lowercasedASCII())
    }

    /// - Parameter folded: the value of a message with ASCII letters in lower case.
    fileprivate func matches(_ value: String?, folded: @autoclosure () -> String?) -> Bool {
        guard let value else { return false }
        switch rule {
        case .exists: return true
        case .equals(let text): return text.text.hasSameBytes(as: value)
        case .matches(let pattern): return pattern.matches(field == .message ? folded() ?? value : value)
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

/// The message of one event, which is read and folded once for all tests of a condition, and only when there is one.
struct FoldedMessage {
    private var texts: (message: String?, folded: String?)?

    mutating func matches(_ test: EventTest, _ read: () -> String?) -> Bool {
        let texts = texts ?? Self.texts(read())
        self.texts = texts
        return test.matches(texts.message, folded: texts.folded)
    }

    private static func texts(_ message: String?) -> (message: String?, folded: String?) {
        (message, message?.lowercasedASCII())
    }
}
