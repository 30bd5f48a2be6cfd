import Domain
import Logging

extension LogLine {
    /// The line for a terminal: `2026-11-21T09:05:00.000Z info Request method=GET route=/`.
    var text: [UInt8] {
        let fields = fields.map { " \(Self.shown($0.name))=\(Self.shown($0.value.description))" }.joined()
        return Array("\(time.rfc3339) \(level.rawValue) \(VisibleText.escaped(message))\(fields)\n".utf8)
    }

    /// Quotes a text whose end would otherwise be ambiguous.
    private static func shown(_ text: String) -> String {
        let visible = VisibleText.escaped(cut(text))
        guard visible.isEmpty || visible.contains(where: { $0 == " " || $0 == "\"" || $0 == "=" }) else {
            return visible
        }
        return "\"\(visible.replacing("\"", with: "\\\""))\""
    }
}
