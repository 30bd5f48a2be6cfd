import StrictJSON

/// A value as it was typed, of a known field.
struct QueryValue {
    let field: QueryField
    let comparison: QueryComparison?
    let literal: QueryLiteral

    func condition() throws(QueryFault) -> EventCondition {
        guard !literal.isEmpty else { throw QueryFault(.missingValue(field), literal.range) }
        if comparison != nil, !field.hasOrder { throw QueryFault(.noOrder(field), literal.range) }
        if comparison == nil {
            if literal.isAnything { return exists }
            if literal.isWord("none") { return exists.negated }
        }
        return .test(EventTest(field, try rule()))
    }

    private var exists: EventCondition { field.isAlwaysPresent ? .everything : .test(EventTest(field, .exists)) }

    private func rule() throws(QueryFault) -> EventTest.Rule {
        switch field.kind {
        case .choice(let words): return try choice(among: words)
        case .text: return text
        case .message: return .matches(WildcardPattern(parts: [[]] + lowercasedParts + [[]]))
        case .traceID: return try traceID()
        case .version: return isOrdered ? .version(try bounds(VersionNumber.init, orElse: { .notAVersion($0) })) : text
        case .duration:
            try rejectWildcards()
            return .duration(try bounds(QuerySpan.milliseconds, orElse: { .notADuration($0) }))
        case .time:
            try rejectWildcards()
            return .time(try timeBounds())
        }
    }

    private var text: EventTest.Rule {
        guard literal.stars.isEmpty else { return .matches(WildcardPattern(parts: literal.parts)) }
        guard case .dimension(let dimension) = field else { return .equals(ByteText(literal.text)) }
        return .equals(ByteText(dimension.storedText(literal.text)))
    }

    private var lowercasedParts: [[UInt8]] {
        literal.parts.map { Array(String(decoding: $0, as: UTF8.self).lowercasedASCII().utf8) }
    }

    /// Whether the value is a comparison or a range; the versions without either are compared as texts.
    private var isOrdered: Bool { comparison != nil || isRange }
    private var isRange: Bool { !literal.isQuoted && literal.text.containsBytes(of: "..") }

    private func choice(among words: [String]) throws(QueryFault) -> EventTest.Rule {
        let typed = literal.text.lowercasedASCII()
        if literal.stars.isEmpty {
            if let word = words.first(where: { $0.hasSameBytes(as: typed) }) { return .equals(ByteText(word)) }
        } else {
            let pattern = WildcardPattern(parts: lowercasedParts)
            if words.contains(where: pattern.matches) { return .matches(pattern) }
        }
        let suggestion = EditDistance.closest(to: typed, among: words)
        throw QueryFault(.unknownValue(field, literal.text, possible: words, suggestion: suggestion), literal.range)
    }

    /// A whole id in any of its forms, or a pattern of digits in either case.
    private func traceID() throws(QueryFault) -> EventTest.Rule {
        let hyphen = UInt8(ascii: "-")
        let parts = lowercasedParts.map { $0.filter { $0 != hyphen } }
        if literal.stars.isEmpty {
            if let id = TraceID(literal.text) { return .equals(ByteText(id.description)) }
        } else if parts.allSatisfy({ $0.allSatisfy(Self.isHexadecimal) }), parts.contains(where: { !$0.isEmpty }) {
            return .matches(WildcardPattern(parts: parts))
        }
        throw QueryFault(.notATraceID(literal.text), literal.range)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }

    private func rejectWildcards() throws(QueryFault) {
        if !literal.stars.isEmpty { throw QueryFault(.noWildcards(field), literal.range) }
    }

    /// Reads a comparison, a range, or one value.
    private func bounds<Value: Comparable>(
        _ parse: (String) -> Value?,
        orElse problem: (String) -> QueryError.Problem
    ) throws(QueryFault) -> QueryBounds<Value> {
        let bounds = try anyBounds(parse, orElse: problem)
        if case .within(let lower, let upper) = bounds, lower > upper { throw QueryFault(.emptyRange, literal.range) }
        return bounds
    }

    private func timeBounds() throws(QueryFault) -> QueryBounds<QueryTime> {
        let bounds = try anyBounds(QueryTime.init) { .notATime($0) }
        guard case .within(let first, let last) = bounds else { return bounds }
        // A time before now, alone, is the start of a span that ends now.
        if first == last, case .beforeNow = first, !isRange { return .atLeast(first) }
        if first.isAfter(last) { throw QueryFault(.emptyRange, literal.range) }
        return bounds
    }

    private func anyBounds<Value>(
        _ parse: (String) -> Value?,
        orElse problem: (String) -> QueryError.Problem
    ) throws(QueryFault) -> QueryBounds<Value> {
        func value(_ text: String) throws(QueryFault) -> Value {
            guard let value = parse(text) else { throw QueryFault(problem(literal.text), literal.range) }
            return value
        }
        if let comparison { return comparison.bounds(try value(literal.text)) }
        guard isRange, let (lower, upper) = Self.ends(of: literal.text) else {
            let single = try value(literal.text)
            return .within(single, single)
        }
        if lower.isEmpty { return .atMost(try value(upper)) }
        return upper.isEmpty ? .atLeast(try value(lower)) : .within(try value(lower), try value(upper))
    }

    /// The texts before and after the first two dots.
    private static func ends(of text: String) -> (lower: String, upper: String)? {
        let bytes = Array(text.utf8)
        let dot = UInt8(ascii: ".")
        guard let place = bytes.indices.dropLast().first(where: { bytes[$0] == dot && bytes[$0 + 1] == dot }) else {
            return nil
        }
        return (
            String(decoding: bytes[..<place], as: UTF8.self), String(decoding: bytes[(place + 2)...], as: UTF8.self)
        )
    }
}

/// A comparison with one value, or a range between two.
public enum QueryBounds<Value: Sendable & Hashable>: Sendable, Hashable {
    case below(Value)
    case atMost(Value)
    case above(Value)
    case atLeast(Value)
    /// Both inclusive.
    case within(Value, Value)

    /// In the notation of queries: `>=2.3`, `2.3..2.4`, or one value.
    func text(_ write: (Value) -> String) -> String {
        switch self {
        case .below(let value): "<\(write(value))"
        case .atMost(let value): "<=\(write(value))"
        case .above(let value): ">\(write(value))"
        case .atLeast(let value): ">=\(write(value))"
        case .within(let lower, let upper):
            lower == upper ? write(lower) : "\(write(lower))..\(write(upper))"
        }
    }
}

extension QueryBounds where Value: Comparable {
    public func contains(_ value: Value) -> Bool {
        switch self {
        case .below(let bound): value < bound
        case .atMost(let bound): value <= bound
        case .above(let bound): value > bound
        case .atLeast(let bound): value >= bound
        case .within(let lower, let upper): value >= lower && value <= upper
        }
    }
}
