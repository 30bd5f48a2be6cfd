/// One JSON value (RFC 8259 §3).
///
/// A number without fraction and exponent that fits is an `integer`; every other number is a finite `number`. Strings
/// and member names compare byte by byte.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let bool):
            hasher.combine(1)
            hasher.combine(bool)
        case .integer(let number):
            hasher.combine(2)
            hasher.combine(number)
        case .number(let number):
            hasher.combine(3)
            hasher.combine(number)
        case .string(let text):
            hasher.combine(4)
            text.hashBytes(into: &hasher)
        case .array(let elements):
            hasher.combine(5)
            hasher.combine(elements)
        case .object(let members):
            hasher.combine(6)
            hasher.combine(members)
        }
    }
}

extension JSONValue {
    public var isNull: Bool { if case .null = self { true } else { false } }

    public var stringValue: String? { if case .string(let text) = self { text } else { nil } }

    /// The value as an integer; `3.0` and `3e0` are 3 too.
    public var integerValue: Int64? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// The number rounded to the nearest double.
    public var doubleValue: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    public var boolValue: Bool? { if case .bool(let bool) = self { bool } else { nil } }

    public var arrayValue: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    public var objectValue: JSONObject? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The member `name` of an object; nil for other values and absent members.
    public subscript(name: String) -> JSONValue? { objectValue?[name] }

    /// The element at `index` of an array; nil for other values and beyond the end.
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
    public init(booleanLiteral bool: Bool) { self = .bool(bool) }
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
