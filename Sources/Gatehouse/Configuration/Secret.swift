import Logging

/// A text that is redacted wherever it is printed.
struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let text: String
    var description: String { "(secret)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }

    init(_ text: String) { self.text = text }
}
