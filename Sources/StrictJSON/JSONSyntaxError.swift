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

/// An error inside the parser; line and column are computed once it reaches the caller.
struct JSONFailure: Error {
    let offset: Int
    private(set) var reason: JSONSyntaxError.Reason

    /// The bytes of one name that a path keeps.
    private static let nameBytes = 64

    init(_ reason: JSONSyntaxError.Reason, at offset: Int) {
        self.offset = offset
        self.reason = reason
    }

    /// Adds the name of the member that contains the error to the path.
    func inside(member name: String) -> JSONFailure {
        prefixed { rest in Self.shortened(name) + (rest.hasBytePrefix("[") ? rest : "." + rest) }
    }

    /// Adds the index of the element that contains the error to the path.
    func inside(element index: Int) -> JSONFailure {
        prefixed { rest in "[\(index)]" + (rest.hasBytePrefix("[") ? rest : "." + rest) }
    }

    /// Converts the error of a string into that of a member name.
    func ofName(_ limits: JSONLimits) -> JSONFailure {
        guard case .tooLong(limits.maximumNameBytes) = reason else { return self }
        return JSONFailure(.nameTooLong(maximumBytes: limits.maximumNameBytes), at: offset)
    }

    static func duplicate(_ name: String, at offset: Int) -> JSONFailure {
        JSONFailure(.duplicateName(shortened(name)), at: offset)
    }

    private func prefixed(_ prefix: (String) -> String) -> JSONFailure {
        guard case .duplicateName(let rest) = reason else { return self }
        return JSONFailure(.duplicateName(prefix(rest)), at: offset)
    }

    private static func shortened(_ name: String) -> String {
        name.utf8.count <= nameBytes ? name : String(decoding: name.utf8.prefix(nameBytes), as: UTF8.self) + "…"
    }

    func located(in bytes: UnsafeBufferPointer<UInt8>) -> JSONSyntaxError {
        var line = 1
        var column = 1
        for byte in bytes.prefix(offset) {
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return JSONSyntaxError(offset: offset, line: line, column: column, reason: reason)
    }
}
