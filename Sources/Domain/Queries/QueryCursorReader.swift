/// Walks over the words of an unfinished query up to the cursor.
struct QueryCursorReader {
    /// What a word can be.
    private enum Target {
        /// A field or a text.
        case term
        case value(QueryField)
        /// A value of an unknown field.
        case unknown
    }

    private enum Step {
        /// The word ended before the cursor.
        case passed
        /// The cursor is in the word, or at its end; nil when nothing is known about it.
        case reached(QueryCursor?)
    }

    private let bytes: [UInt8]
    private let cursor: Int
    /// Of the bytes before the cursor.
    private var scanner: QueryScanner
    /// The open parentheses: of which field they hold values, and whether a term was read in them.
    private var groups: [(target: Target, hasTerm: Bool)] = [(.term, false)]

    init(_ bytes: [UInt8], cursor: Int) {
        self.bytes = bytes
        self.cursor = cursor
        scanner = QueryScanner(Array(bytes[..<cursor]))
    }

    mutating func read() -> QueryCursor? {
        while true {
            scanner.skipBlanks()
            if scanner.take("-") || takesConnective() { continue }
            if scanner.take("(") {
                groups.append((groups[groups.count - 1].target, false))
            } else if scanner.take(")") {
                if groups.count > 1 { groups.removeLast() }
                groups[groups.count - 1].hasTerm = true
            } else if case .reached(let place) = word() {
                return place
            }
        }
    }

    /// Takes `OR`, `AND` or `NOT`, unless the cursor is at its end and the word may go on.
    private mutating func takesConnective() -> Bool {
        for word in QueryCursor.connectives where scanner.isNext(word: word) {
            guard scanner.position + word.utf8CodeUnitCount < cursor else { return false }
            return scanner.take(word: word)
        }
        return false
    }

    private mutating func word() -> Step {
        let target = groups[groups.count - 1].target
        guard case .term = target, scanner.next != UInt8(ascii: "\""), let colon = scanner.colon() else {
            return literals(target, after: .inList)
        }
        let name = String(decoding: scanner.bytes[scanner.take(past: colon)], as: UTF8.self)
        let field: Target = QueryField(named: name).map(Target.value) ?? .unknown
        guard scanner.take("(") else { return literals(field, after: .first) }
        groups.append((field, false))
        return .passed
    }

    /// Walks over a text, or over values with commas between them.
    private mutating func literals(_ target: Target, after position: QueryCursor.Position) -> Step {
        var position = position
        while true {
            if case .value = target, scanner.takeComparison() != nil { position = .afterComparison }
            let start = scanner.position
            let isQuoted = scanner.next == UInt8(ascii: "\"")
            guard let literal = try? scanner.literal(endsAtComma: endsAtComma(target)) else {
                return .reached(isQuoted ? place(target, position, unfinishedQuote: start) : nil)
            }
            if scanner.isAtEnd { return .reached(isQuoted ? nil : place(target, position, literal)) }
            guard case .value = target, scanner.take(",") else { break }
            position = .inList
        }
        groups[groups.count - 1].hasTerm = true
        return .passed
    }

    private func endsAtComma(_ target: Target) -> Bool {
        guard case .value(let field) = target else { return false }
        return !field.hasCommas
    }

    private func place(_ target: Target, _ position: QueryCursor.Position, unfinishedQuote start: Int) -> QueryCursor? {
        guard case .value = target else { return nil }
        var closed = QueryScanner(Array(scanner.bytes[start...]) + [UInt8(ascii: "\"")])
        guard let literal = try? closed.literal(endsAtComma: true) else { return nil }
        let end = cursor < bytes.count && bytes[cursor] == UInt8(ascii: "\"") ? cursor + 1 : cursor
        return QueryCursor(expected: expected(target, position), prefix: literal.text, word: start..<end)
    }

    private func place(_ target: Target, _ position: QueryCursor.Position, _ literal: QueryLiteral) -> QueryCursor? {
        guard literal.stars.isEmpty, !isUnknown(target) else { return nil }
        var end = QueryScanner(bytes).wordEnd(from: cursor, endsAtComma: endsAtComma(target))
        if case .term = target {
            end = bytes[cursor..<end].firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? end
        }
        let word = literal.range.lowerBound..<end
        return QueryCursor(expected: expected(target, position), prefix: literal.text, word: word)
    }

    private func isUnknown(_ target: Target) -> Bool {
        if case .unknown = target { true } else { false }
    }

    private func expected(_ target: Target, _ position: QueryCursor.Position) -> QueryCursor.Expected {
        guard case .value(let field) = target else { return .term(isFirst: !groups[groups.count - 1].hasTerm) }
        return .value(field, position)
    }
}
