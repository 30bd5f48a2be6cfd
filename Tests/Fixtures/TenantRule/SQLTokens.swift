/// The tokens of one statement, without comments, nested by parentheses.
struct SQLTokens {
    let all: [SQLToken]

    init(_ text: String) {
        var reader = SQLTokenReader(text)
        all = reader.readAll()
    }
}

/// Follows SQLite's tokenizer (<https://www.sqlite.org/lang_expr.html>); unclosed parts end with the text.
private struct SQLTokenReader {
    private enum Close { case parenthesis, end, never }

    private let bytes: [UInt8]
    private var index = 0
    private var parameters = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func readAll() -> [SQLToken] { read(until: .never) }

    private mutating func read(until close: Close) -> [SQLToken] {
        var tokens: [SQLToken] = []
        while let byte = peek() {
            if skipsBlankOrComment() { continue }
            if byte == UInt8(ascii: ")") {
                index += 1
                if close == .parenthesis { return tokens }
                continue
            }
            let token = readToken(byte)
            if token.isWord("end"), close == .end { return tokens }
            tokens.append(token.isWord("case") ? .choice(read(until: .end)) : token)
        }
        return tokens
    }

    private mutating func readToken(_ byte: UInt8) -> SQLToken {
        switch byte {
        case UInt8(ascii: "("):
            index += 1
            return .group(read(until: .parenthesis))
        case UInt8(ascii: "'"):
            _ = readQuoted(to: byte)
            return .literal
        case UInt8(ascii: "\""), UInt8(ascii: "`"): return .name(readQuoted(to: byte))
        case UInt8(ascii: "["): return .name(readQuoted(to: UInt8(ascii: "]")))
        case UInt8(ascii: "?"): return readParameter()
        case _ where byte.isDigit: return readNumber()
        case _ where byte.isLetter: return readWord()
        default: return readSymbol()
        }
    }

    private mutating func skipsBlankOrComment() -> Bool {
        let start = index
        if peek() == UInt8(ascii: "-"), peek(1) == UInt8(ascii: "-") {
            while let byte = peek(), byte != UInt8(ascii: "\n") { index += 1 }
        } else if peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
            index += 2
            while peek() != nil, !(peek() == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) { index += 1 }
            index += 2
        } else {
            while let byte = peek(), byte <= 0x20 { index += 1 }
        }
        return index > start
    }

    private mutating func readQuoted(to quote: UInt8) -> String {
        var content: [UInt8] = []
        index += 1
        while let byte = peek() {
            index += 1
            guard byte == quote else {
                content.append(byte)
                continue
            }
            guard quote != UInt8(ascii: "]"), peek() == quote else { break }  // a doubled quote is an escaped one
            content.append(quote)
            index += 1
        }
        return String(decoding: content, as: UTF8.self).lowercased()
    }

    /// A numbered parameter (`?3`) is never generated here, so its value is unknown.
    private mutating func readParameter() -> SQLToken {
        index += 1
        guard let byte = peek(), byte.isDigit else {
            parameters += 1
            return .parameter(parameters - 1)
        }
        return readNumber()
    }

    private mutating func readNumber() -> SQLToken {
        while let byte = peek(), byte.isLetter || byte.isDigit || byte == UInt8(ascii: ".") { index += 1 }
        return .literal
    }

    private mutating func readWord() -> SQLToken {
        let start = index
        while let byte = peek(), byte.isLetter || byte.isDigit { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
        guard text == "x", peek() == UInt8(ascii: "'") else { return .word(text) }
        _ = readQuoted(to: UInt8(ascii: "'"))  // a blob
        return .literal
    }

    private mutating func readSymbol() -> SQLToken {
        let isDouble = ["==", "!=", "<>", "<=", ">=", "||", "->", "<<", ">>"].contains { pair in
            Array(pair.utf8) == Array(bytes[index..<min(index + 2, bytes.count)])
        }
        let length = isDouble ? 2 : 1
        defer { index += length }
        return .symbol(String(decoding: bytes[index..<index + length], as: UTF8.self))
    }

    private func peek(_ ahead: Int = 0) -> UInt8? { index + ahead < bytes.count ? bytes[index + ahead] : nil }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
    fileprivate var isLetter: Bool {
        (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self == 0x5F || self >= 0x80
    }
}

extension [SQLToken] {
    /// Whether the tokens are a query, as a whole group can be.
    var isQuery: Bool { ["select", "with", "values"].contains(first?.word) }

    /// The parts between the tokens for which `isSeparator` holds.
    func parts(at isSeparator: (SQLToken) -> Bool) -> [[SQLToken]] {
        split(maxSplits: .max, omittingEmptySubsequences: false, whereSeparator: isSeparator).map(Array.init)
    }

    var commaParts: [[SQLToken]] { parts { $0.isSymbol(",") } }
}
