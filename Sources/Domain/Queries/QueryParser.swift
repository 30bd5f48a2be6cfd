import StrictJSON

/// Reads the query language of events, which `docs/query-language.md` defines.
///
/// One pass over the bytes by recursive descent; `QueryLimits` bounds the depth.
public struct QueryParser {
    private var scanner: QueryScanner
    private var terms = 0
    private var wildcards = 0

    /// Reads a query; an empty one matches every event.
    /// - Parameter maximumBytes: `QueryLimits.textBytes`, or `canonicalBytes` for a query in canonical form.
    public static func parse(
        _ text: String,
        maximumBytes: Int = QueryLimits.textBytes
    ) throws(QueryError) -> EventCondition {
        try parse(bytes: text.utf8, maximumBytes: maximumBytes)
    }

    /// Reads a query that was typed, or one in canonical form, which may be longer.
    public static func parse(typedOrCanonical text: String) throws(QueryError) -> EventCondition {
        guard text.utf8.count > QueryLimits.textBytes,
            let condition = try? parse(text, maximumBytes: QueryLimits.canonicalBytes),
            condition.description.hasSameBytes(as: text)
        else { return try parse(text) }
        return condition
    }

    /// Reads a query from untrusted bytes.
    public static func parse(
        bytes: some Collection<UInt8>,
        maximumBytes: Int = QueryLimits.textBytes
    ) throws(QueryError) -> EventCondition {
        do {
            var parser = QueryParser(scanner: QueryScanner(try QueryCharacters.checked(bytes, maximum: maximumBytes)))
            return try parser.query()
        } catch {
            throw QueryError(error, in: bytes)
        }
    }

    private mutating func query() throws(QueryFault) -> EventCondition {
        scanner.skipBlanks()
        guard !scanner.isAtEnd else { return .everything }
        let condition = try alternatives(depth: 0, of: nil)
        guard scanner.isAtEnd else { throw QueryFault(.unopenedParenthesis, here(1)) }
        return condition
    }

    /// Reads conditions with `OR` between them.
    /// - Parameter field: of which these are the values, in `field:(…)`.
    private mutating func alternatives(depth: Int, of field: QueryField?) throws(QueryFault) -> EventCondition {
        var conditions = [try conjunction(depth: depth, of: field)]
        while scanner.take(word: "OR") { conditions.append(try conjunction(depth: depth, of: field)) }
        return .any(of: conditions)
    }

    /// Reads terms with spaces or `AND` between them.
    private mutating func conjunction(depth: Int, of field: QueryField?) throws(QueryFault) -> EventCondition {
        scanner.skipBlanks()
        var conditions = [try term(depth: depth, of: field)]
        while true {
            let end = scanner.position
            scanner.skipBlanks()
            if scanner.isAtEnd || scanner.next == UInt8(ascii: ")") || scanner.isNext(word: "OR") { break }
            guard scanner.position > end || endsGroup(end) else { throw QueryFault(.missingSpace, here(1)) }
            if scanner.take(word: "AND") { scanner.skipBlanks() }
            conditions.append(try term(depth: depth, of: field))
        }
        return .all(of: conditions)
    }

    private mutating func term(depth: Int, of field: QueryField?) throws(QueryFault) -> EventCondition {
        var isNegated = false
        while true {
            if scanner.take("-") {
                isNegated.toggle()
            } else if scanner.take(word: "NOT") {
                isNegated.toggle()
                scanner.skipBlanks()
            } else {
                break
            }
        }
        let condition = try positiveTerm(depth: depth, of: field)
        return isNegated ? condition.negated : condition
    }

    private mutating func positiveTerm(depth: Int, of field: QueryField?) throws(QueryFault) -> EventCondition {
        let start = scanner.position
        scanner.skipBlanks()
        guard scanner.position == start, !scanner.isAtEnd, scanner.next != UInt8(ascii: ")"),
            !scanner.isNext(word: "OR"), !scanner.isNext(word: "AND")
        else { throw QueryFault(.missingTerm, start..<start) }
        if scanner.next == UInt8(ascii: "(") { return try group(depth: depth, of: field) }
        if let field {
            try rejectField()
            return try values(of: field)
        }
        guard scanner.next != UInt8(ascii: "\""), let colon = scanner.colon() else { return try freeText() }
        let named = try self.field(upTo: colon)
        return scanner.next == UInt8(ascii: "(") ? try group(depth: depth, of: named) : try values(of: named)
    }

    private mutating func group(depth: Int, of field: QueryField?) throws(QueryFault) -> EventCondition {
        let open = here(1)
        guard depth < QueryLimits.depth else { throw QueryFault(.tooDeep, open) }
        _ = scanner.take("(")
        scanner.skipBlanks()
        if scanner.take(")") { throw QueryFault(.emptyParentheses, open.lowerBound..<scanner.position) }
        let condition = try alternatives(depth: depth + 1, of: field)
        guard scanner.take(")") else { throw QueryFault(.unclosedParenthesis, open) }
        return condition
    }

    private mutating func field(upTo colon: Int) throws(QueryFault) -> QueryField {
        let range = scanner.take(past: colon)
        guard !range.isEmpty else { throw QueryFault(.missingField, colon..<scanner.position) }
        let name = String(decoding: scanner.bytes[range], as: UTF8.self)
        guard let field = QueryField(named: name) else {
            let suggestion = EditDistance.closest(to: name.lowercasedASCII(), among: QueryField.allNames)
            throw QueryFault(.unknownField(name, suggestion: suggestion), range)
        }
        return field
    }

    /// A value may have a colon, such as a time, but not a field before it.
    private func rejectField() throws(QueryFault) {
        guard scanner.next != UInt8(ascii: "\""), let colon = scanner.colon() else { return }
        let range = scanner.position..<colon
        if let field = QueryField(named: String(decoding: scanner.bytes[range], as: UTF8.self)) {
            throw QueryFault(.nestedField(field), range)
        }
    }

    private mutating func freeText() throws(QueryFault) -> EventCondition {
        let literal = try scanner.literal(endsAtComma: false)
        try count(literal)
        if literal.isAnything { return .everything }
        return try QueryValue(field: .message, comparison: nil, literal: literal).condition()
    }

    /// Reads one value, or several with commas between them.
    private mutating func values(of field: QueryField) throws(QueryFault) -> EventCondition {
        var conditions = [EventCondition]()
        repeat {
            guard conditions.isEmpty || !field.hasCommas || scanner.next == UInt8(ascii: "\"") else {
                throw QueryFault(.unquotedValue(field), here(0))
            }
            let comparison = scanner.takeComparison()
            let literal = try scanner.literal(endsAtComma: !field.hasCommas)
            try count(literal)
            let value = QueryValue(field: field, comparison: comparison, literal: literal)
            conditions.append(try value.condition())
        } while scanner.take(",")
        return .any(of: conditions)
    }

    private mutating func count(_ literal: QueryLiteral) throws(QueryFault) {
        terms += 1
        guard terms <= QueryLimits.terms else { throw QueryFault(.tooManyTerms, literal.range) }
        wildcards += literal.isAnything ? 0 : literal.stars.count
        guard wildcards <= QueryLimits.wildcards else { throw QueryFault(.tooManyWildcards, literal.range) }
    }

    /// Whether a term that ended at a place ended with a parenthesis, after which no space is needed.
    private func endsGroup(_ end: Int) -> Bool { end > 0 && scanner.bytes[end - 1] == UInt8(ascii: ")") }

    /// So many bytes from the current one on.
    private func here(_ count: Int) -> Range<Int> {
        scanner.position..<min(scanner.position + count, scanner.bytes.count)
    }
}

/// A problem of a query at some of its bytes; the parser adds the column.
struct QueryFault: Error {
    let problem: QueryError.Problem
    let range: Range<Int>

    init(_ problem: QueryError.Problem, _ range: Range<Int>) {
        self.problem = problem
        self.range = range
    }
}
