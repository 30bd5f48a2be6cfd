import Domain
import Logging

extension LogLine {
    /// The line as a JSON object. Client input cannot end the line, change its direction or imitate another entry:
    /// every invisible character is escaped.
    var json: [UInt8] {
        var writer = LogJSONWriter()
        writer.write(self)
        return writer.bytes
    }
}

/// Writes JSON with ASCII where other characters could mislead a reader.
private struct LogJSONWriter {
    /// The names of an entry's own members; metadata with such a name gets a trailing underscore.
    private static let ownNames: Set<String> = ["time", "level", "logger", "message"]

    private(set) var bytes: [UInt8] = []

    mutating func write(_ line: LogLine) {
        raw("{\"time\":")
        text(line.time.rfc3339)
        raw(",\"level\":")
        text(line.level.rawValue)
        raw(",\"logger\":")
        text(line.logger)
        raw(",\"message\":")
        text(line.message)
        for (name, value) in line.fields {
            raw(",")
            text(Self.ownNames.contains(name) ? name + "_" : name)
            raw(":")
            write(value, depth: 0)
        }
        raw("}\n")
    }

    private mutating func write(_ value: Logger.MetadataValue, depth: Int) {
        switch value {
        case _ where depth >= LogLine.maximumDepth: text("…")
        case .string(let string): text(string)
        case .stringConvertible(let convertible): text(convertible.description)
        case .array(let elements):
            raw("[")
            for (index, element) in elements.prefix(LogLine.maximumElements).enumerated() {
                if index > 0 { raw(",") }
                write(element, depth: depth + 1)
            }
            raw("]")
        case .dictionary(let members):
            raw("{")
            for (index, member) in members.sorted(by: { $0.key < $1.key }).prefix(LogLine.maximumElements).enumerated()
            {
                if index > 0 { raw(",") }
                text(member.key)
                raw(":")
                write(member.value, depth: depth + 1)
            }
            raw("}")
        }
    }

    private mutating func text(_ text: String) {
        raw("\"")
        for scalar in LogLine.cut(text).unicodeScalars {
            switch scalar {
            case "\"": raw("\\\"")
            case "\\": raw("\\\\")
            case _ where VisibleText.isHidden(scalar):
                for unit in String(scalar).utf16 { escape(unit) }
            default: bytes.append(contentsOf: String(scalar).utf8)
            }
        }
        raw("\"")
    }

    private mutating func escape(_ unit: UInt16) {
        let digits = String(unit, radix: 16)
        raw("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    }

    private mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
