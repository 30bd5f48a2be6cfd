import Domain
import StrictJSON

/// The fields of `application/x-www-form-urlencoded` text (WHATWG URL §5.1), parsed strictly: an invalid escape or
/// invalid UTF-8 is an error of its field.
struct FormText {
    static let maximumFields = 200
    static let maximumNameBytes = JSONLimits.standard.maximumNameBytes

    private(set) var fields: [(name: String, value: FieldValue)] = []
    private var places: [ByteText: Int] = [:]

    /// - Throws: an error when a name cannot be decoded, or there are too many fields: then no field can be named.
    init(_ bytes: some Collection<UInt8>) throws(WebFailure) {
        var count = 0
        for pair in bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true) {
            count += 1
            guard count <= Self.maximumFields else {
                throw .malformedRequest(
                    .localizable(
                        "errors.malformed-request.fields",
                        "Send at most {maximum} fields.",
                        ["maximum": .number(Self.maximumFields)]
                    )
                )
            }
            let equals = pair.firstIndex(of: UInt8(ascii: "="))
            guard case .text(let name) = Self.decode(pair[..<(equals ?? pair.endIndex)]), !name.isEmpty else {
                throw .malformedRequest(
                    .localizable(
                        "errors.malformed-request.field-name",
                        "The name of field {number} cannot be read.",
                        ["number": .number(count)]
                    )
                )
            }
            guard name.utf8.count <= Self.maximumNameBytes else {
                throw .malformedRequest(
                    .localizable(
                        "errors.malformed-request.field-name-length",
                        "The name of field {number} is longer than {maximum} bytes.",
                        ["number": .number(count), "maximum": .number(Self.maximumNameBytes)]
                    )
                )
            }
            add(name, equals.map { Self.decode(pair[pair.index(after: $0)...]) } ?? .text(""))
        }
    }

    private mutating func add(_ name: String, _ value: FieldValue) {
        guard let place = places[ByteText(name)] else {
            places[ByteText(name)] = fields.count
            fields.append((name, value))
            return
        }
        if case .list(let earlier) = fields[place].value {
            fields[place].value = .list(earlier + [value])
        } else {
            fields[place].value = .list([fields[place].value, value])
        }
    }

    private static func decode(_ encoded: some Collection<UInt8>) -> FieldValue {
        guard let bytes = PercentEncoding.decode(encoded, plusIsSpace: true) else {
            return .unreadable(.malformed(.localizable("forms.escape", "Write two hexadecimal digits after each %.")))
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { return .unreadable(.notUTF8) }
        guard text.isStreamSafe else { return .unreadable(.malformed(.tooManyMarks)) }
        return .text(text)
    }
}
