import Domain
import StrictJSON

/// Reads the fields of a JSON object, a form or a query as typed values, and collects all errors.
///
/// A missing or invalid field reads as a placeholder (an empty text, the lowest number) and records an error;
/// `finish()` throws the recorded errors. So a handler needs no branches, and the client gets all errors at once.
///
/// ```swift
/// var fields = try await request.jsonFields()
/// let name = fields.optionalText("name", maximum: User.nameMaximumLength)
/// let email = fields.value("email", as: EmailAddress.self, orElse: .notAnEmailAddress)
/// let (address) = try fields.finish(email)
/// ```
package struct Fields {
    /// The treatment of unknown fields.
    package enum Unknown: Sendable {
        case reported
        /// Suits wire formats of others, whose clients may send more fields than we know.
        case ignored
    }

    /// The limit of errors for one request; a client that sends a thousand invalid fields does not get a thousand
    /// sentences.
    package static let maximumProblems = 50
    package static let maximumNameBytes = 64

    package let notation: FieldNotation
    private let values: [ByteText: FieldValue]
    /// In the order of the request.
    private let names: [String]
    private var asked: Set<ByteText> = []
    private(set) public var problems: [FieldProblem] = []

    package init(_ values: [(name: String, value: FieldValue)], notation: FieldNotation) {
        self.notation = notation
        self.values = Dictionary(values.map { (ByteText($0.name), $0.value) }, uniquingKeysWith: { first, _ in first })
        names = values.map(\.name)
    }

    /// Returns whether the field is present, even if it is `null` or empty: this distinguishes *keep it* from *clear
    /// it*.
    package func has(_ name: String) -> Bool { values[ByteText(name)] != nil }

    package func isNull(_ name: String) -> Bool { if case .null? = values[ByteText(name)] { true } else { false } }

    /// The text that the user typed, to show it again beside the error; empty when it is not text.
    package func typed(_ name: String) -> String {
        switch values[ByteText(name)] {
        case .text(let text)?: text
        case .list(let list)?: list.lazy.compactMap { if case .text(let text) = $0 { text } else { nil } }.first ?? ""
        default: ""
        }
    }

    /// Records an error that a domain rule found.
    package mutating func record(_ name: String, _ rule: FieldProblem.Rule) {
        problems.append(FieldProblem(field: name.beginning(ofBytes: Self.maximumNameBytes), rule: rule))
    }

    /// - Throws: `.invalid` with every recorded error.
    package func finish(_ unknown: Unknown = .reported) throws(DomainError) {
        let all = unknown == .reported ? problems + unknownFields : problems
        guard all.isEmpty else { throw .invalid(Array(all.prefix(Self.maximumProblems))) }
    }

    /// Finishes and returns the values without optionals: after `finish` none is missing.
    package func finish<each Value>(
        _ values: repeat (each Value)?,
        unknown: Unknown = .reported
    ) throws(DomainError)
        -> (repeat each Value)
    {
        try finish(unknown)
        do {
            return (repeat try Self.present(each values))
        } catch {
            throw .invalid([])
        }
    }

    private static func present<Value>(_ value: Value?) throws -> Value {
        // A reader that returned nil recorded an error, so `finish` has thrown; only a value from elsewhere can be nil.
        guard let value else { throw DomainError.invalid([]) }
        return value
    }

    private var unknownFields: [FieldProblem] {
        names.lazy.filter { !asked.contains(ByteText($0)) }.prefix(Self.maximumProblems).map {
            FieldProblem(field: $0.beginning(ofBytes: Self.maximumNameBytes), rule: .unknown)
        }
    }

    /// Takes the value of a field; nil when it is absent, null or, in a form, empty.
    package mutating func take(_ name: String) -> FieldValue? {
        asked.insert(ByteText(name))
        switch values[ByteText(name)] {
        case .null? where notation == .strictJSON:
            record(name, .notNull)
            return .unreadable(.notNull)
        case nil, .null?: return nil
        case .text(let text)? where text.isEmpty && notation == .form: return nil
        case .list? where notation.isText:
            record(name, .duplicate)
            return .unreadable(.duplicate)
        case .unreadable(let rule)?:
            record(name, rule)
            return .unreadable(rule)
        case let value?: return value
        }
    }

    /// Takes all values of a field that may be repeated; nil when it is absent, or null where that counts as absent.
    mutating func takeAll(_ name: String) -> [FieldValue]? {
        asked.insert(ByteText(name))
        switch values[ByteText(name)] {
        case .null? where notation == .strictJSON:
            record(name, .notNull)
            return nil
        case nil, .null?: return nil
        case .list(let list)?: return list
        case let value? where notation.isText: return [value]
        case .some:
            record(name, .wrongType(expected: .english("a list")))
            return nil
        }
    }
}

extension Fields {
    /// Reads the members of an object. The members of nested objects are not fields; `object(_:)` returns them.
    package init(_ object: JSONObject, notation: FieldNotation = .json) {
        self.init(object.map { ($0.name, FieldValue($0.value)) }, notation: notation)
    }

    /// Reads a query of the query language for events, as it was typed or in canonical form; every event matches when it is
    /// absent.
    /// - Parameter minimum: 0 treats an empty text as absent, 1 rejects it.
    package mutating func eventCondition(_ name: String, minimum: Int = 0) -> EventCondition {
        guard let text = optionalText(name, minimum: minimum, maximum: QueryLimits.canonicalBytes) else {
            return .everything
        }
        do {
            return try QueryParser.parse(typedOrCanonical: text)
        } catch {
            record(name, .faulty(error.fault))
            return .everything
        }
    }
}

extension Fields {
    /// Reads a member that is an object; nil when it is absent or null.
    package mutating func object(_ name: String) -> JSONObject? {
        switch take(name) {
        case nil, .unreadable?: return nil
        case .object(let members)?: return members
        case .some:
            record(name, .wrongType(expected: .english("an object")))
            return nil
        }
    }
}

/// The encoding of values: JSON has types, forms and queries have only text.
package enum FieldNotation: Sendable {
    /// Null counts as absent.
    case json
    /// Null is an error: it differs from an absent field.
    case strictJSON
    /// A browser sends every field of a form, so an empty field counts as absent.
    case form
    /// A program omits absent fields, and an accidentally empty filter must not become no filter. So an empty field
    /// counts as present.
    case query

    var isText: Bool { self == .form || self == .query }
}

extension FieldProblem.Rule {
    /// The error of null, where it differs from an absent field.
    package static let notNull = wrongType(expected: .english("something other than null"))
}

/// The raw value of one field.
package enum FieldValue: Sendable {
    case null
    case text(String)
    case integer(Int64)
    case number(Double)
    case bool(Bool)
    case list([FieldValue])
    case object(JSONObject)
    /// The value could not be decoded; the rule says why.
    case unreadable(FieldProblem.Rule)

    /// Whether the value is an empty text.
    var isEmptyText: Bool { if case .text(let text) = self { text.isEmpty } else { false } }
}

extension FieldValue {
    package init(_ json: JSONValue) {
        self =
            switch json {
            case .null: .null
            case .bool(let bool): .bool(bool)
            case .integer(let number): .integer(number)
            case .number(let number): .number(number)
            case .string(let text): .text(text)
            case .array(let elements): .list(elements.map(FieldValue.init))
            case .object(let members): .object(members)
            }
    }
}
