/// One JSON value (RFC 8259 §3).
///
/// A number without fraction and exponent that fits is an `integer`; every other number is a finite `number`.
/// Texts compare as Swift texts do; names of members compare byte by byte.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue {
    public var isNull: Bool { self == .null }

    public var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The whole number that this is; `3.0` and `3e0` are 3 too.
    public var integerValue: Int64? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// The number that this is, rounded to the nearest double.
    public var doubleValue: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    public var boolValue: Bool? {
        if case .bool(let truth) = self { truth } else { nil }
    }

    public var arrayValue: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    public var objectValue: JSONObject? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The member of that name, when this is an object that has it.
    public subscript(name: String) -> JSONValue? { objectValue?[name] }

    /// The element at that place, when this is an array that reaches so far.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { self = .string(text) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    public init(integerLiteral number: Int64) { self = .integer(number) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    public init(floatLiteral number: Double) { self = .number(number) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    public init(booleanLiteral truth: Bool) { self = .bool(truth) }
}

extension JSONValue: ExpressibleByNilLiteral {
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(JSONObject(members)) }
}
