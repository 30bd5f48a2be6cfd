import Domain
import StrictJSON
import WebCore

/// Events as comma-separated values (RFC 4180), with the members that the API shows.
///
/// A spreadsheet takes a text that begins with `=`, `+`, `-`, `@`, one of these in full width, a tab or a line break for a
/// formula, so that a client of an app could run one on the computer of an administrator: an apostrophe before it makes it
/// a text. So it does after a semicolon, a tab or a line break inside of a text, because a spreadsheet that expects other
/// separators begins a cell there, whatever the quotation marks say. Quotation marks between a separator and a sign change
/// nothing: such a spreadsheet reads them as those around the cell.
enum EventCSV {
    private static let schema = ResponseSchema<StoredEvent>.event
    private static let error = ResponseSchema<EventError>.eventError

    static let header = line(
        schema.members.flatMap { member in
            member.name == "error" ? error.members.map { "error_\($0.name)" } : [member.name]
        }
    )

    static func line(_ event: StoredEvent) -> String {
        line(
            schema.members.flatMap { member in
                guard member.name == "error" else { return [cell(member.write(event))] }
                return error.members.map { member in event.content.error.map { cell(member.write($0)) } ?? "" }
            }
        )
    }

    private static func line(_ cells: [String]) -> String { cells.joined(separator: ",") + "\r\n" }

    private static func cell(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .bool(let bool): bool ? "true" : "false"
        case .integer(let number): String(number)
        case .number, .array, .object: quoted(harmless(String(decoding: value.serialized(), as: UTF8.self)))
        case .string(let text): quoted(harmless(text))
        }
    }

    private static func harmless(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            let isFormula = previous.map { separators.contains($0) && signs.contains(scalar) }
            if isFormula ?? (signs.contains(scalar) || blanks.contains(scalar)) { result.append("'") }
            result.append(scalar)
            if scalar != "\"" { previous = scalar }
        }
        return String(result)
    }

    private static let signs = Set("=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars)
    private static let blanks = Set("\t\r\n".unicodeScalars)
    private static let separators = blanks.union([";"])

    private static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: special.contains) else { return text }
        // By bytes: a quotation mark with a combining character is another `Character`.
        let quote = UInt8(ascii: "\"")
        let bytes = text.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
        return "\"" + String(decoding: bytes, as: UTF8.self) + "\""
    }

    private static let special = Set("\",;\t\r\n".utf8)
}
