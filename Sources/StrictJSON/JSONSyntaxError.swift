/// Why a text is rejected as JSON, and where.
public struct JSONSyntaxError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        case unexpectedEnd
        case unexpectedByte(UInt8)
        case badEscape
        /// One half of a surrogate pair is missing.
        case loneSurrogate
        case notUTF8
        /// The number has the wrong syntax, or is beyond what a double can hold.
        case badNumber
        /// The name of a member is a duplicate; the value is its path from the root: `events[3].error.domain`.
        case duplicateName(String)
        case tooDeep(maximum: Int)
        case tooMany(maximum: Int)
        case tooLong(maximumBytes: Int)
        /// The name of a member is too long.
        case nameTooLong(maximumBytes: Int)
        /// Too many combining marks in a row: see `StreamSafeText`.
        case tooManyMarks(maximum: Int)
        case trailingData
    }

    /// The position in bytes from the start of the text.
    public let offset: Int
    /// Counted from 1.
    public let line: Int
    /// Counted from 1, in Unicode scalars.
    public let column: Int
    public let reason: Reason

    /// One sentence for users: `Line 3, column 7: “}” cannot stand here.`
    public var sentence: String { "Line \(line), column \(column): \(reason.sentence)" }
}

extension JSONSyntaxError.Reason {
    /// A stable code for clients.
    public var code: String {
        switch self {
        case .unexpectedEnd: "unexpected_end"
        case .unexpectedByte: "unexpected_byte"
        case .badEscape: "bad_escape"
        case .loneSurrogate: "lone_surrogate"
        case .notUTF8: "not_utf8"
        case .badNumber: "bad_number"
        case .duplicateName: "duplicate_name"
        case .tooDeep: "too_deep"
        case .tooMany: "too_many"
        case .tooLong: "too_long"
        case .nameTooLong: "name_too_long"
        case .tooManyMarks: "too_many_marks"
        case .trailingData: "trailing_data"
        }
    }

    /// The second half of a sentence: `this is not UTF-8.`
    public var sentence: String {
        switch self {
        case .unexpectedEnd: "the text ends too early."
        case .unexpectedByte(let byte): "\(Self.name(of: byte)) cannot stand here."
        case .badEscape: "this escape is not one of JSON."
        case .loneSurrogate: "half of a surrogate pair stands alone."
        case .notUTF8: "this is not UTF-8."
        case .badNumber: "this is not a number that can be held."
        case .duplicateName(let path): "the name “\(path)” comes twice."
        case .tooDeep(let maximum): "more than \(maximum) levels."
        case .tooMany(let maximum): "more than \(maximum) values."
        case .tooLong(let maximum): "longer than \(maximum) bytes."
        case .nameTooLong(let maximum): "the name is longer than \(maximum) bytes."
        case .tooManyMarks(let maximum): "more than \(maximum) combining marks in a row."
        case .trailingData: "something follows the value."
        }
    }

    private static func name(of byte: UInt8) -> String {
        (0x21...0x7E).contains(byte)
            ? "“\(Unicode.Scalar(byte))”"
            : "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
