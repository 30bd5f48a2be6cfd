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
