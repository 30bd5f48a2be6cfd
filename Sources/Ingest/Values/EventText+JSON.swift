import Domain
import StrictJSON

extension EventText {
    /// Returns a text, or a number as its digits; nil for another value.
    static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): "\(number)"
        default: nil
        }
    }

    /// Estimates the bytes that a value takes when it is written.
    static func weight(_ value: JSONValue) -> Int {
        switch value {
        case .null, .bool: 5
        case .integer(let number): String(number).utf8.count + 1
        case .number: 12
        case .string(let text): text.utf8.count + 3
        case .array(let elements): elements.reduce(2) { $0 + weight($1) }
        case .object(let object): object.reduce(2) { $0 + $1.0.utf8.count + 4 + weight($1.1) }
        }
    }
}
