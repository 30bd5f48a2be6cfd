import Domain
import StrictJSON

/// The values that an app names itself, in tags, extra, contexts and attributes: those with the name of a field, and the
/// others.
///
/// The names of fields are those of OpenTelemetry (`user.id`, `auth.stage`), and `auth.` with a name of the native
/// format (`auth.provider`). `{"auth": {"stage": …}}` and `{"auth.stage": …}` are equivalent.
struct SentryValues {
    enum Field: Hashable {
        case dimension(EventDimension)
        case errorDomain, errorCode, errorMessage
    }

    private var known: [Field: JSONValue] = [:]
    private(set) var rest: [(String, JSONValue)] = []

    /// Takes a value; the first of a field wins.
    mutating func add(_ name: String, _ value: JSONValue) {
        if case .object(let members) = value {
            let prefix = EventText.clippedName(name)
            for (inner, value) in members { add("\(prefix).\(inner)", value) }
        } else if !value.isNull {
            take(value, name)
        }
    }

    /// Takes a value without a look at its name.
    mutating func addRest(_ name: String, _ value: JSONValue?) {
        guard let value, !value.isNull else { return }
        rest.append((name, value))
    }

    mutating func add(_ members: JSONObject) {
        for (name, value) in members { add(name, value) }
    }

    subscript(field: Field) -> JSONValue? { known[field] }

    /// Reads the text of a field; nil for an empty one.
    func text(_ field: Field) -> String? {
        guard let text = known[field].flatMap(SentryValues.text), !text.isEmpty else { return nil }
        return EventText.clipped(text, field.maximumBytes)
    }

    /// Returns the elements of a list of the event payload: `{"values": […]}`, the list itself, or one element alone
    /// (Sentry's developer documentation, *Event Payloads*).
    static func list(_ value: JSONValue?) -> [JSONValue] {
        switch value {
        case .array(let elements)?: elements
        case .object(let object)?:
            switch object["values"] {
            case .array(let elements)?: elements
            case nil: [.object(object)]
            case let element?: element.isNull ? [] : [element]
            }
        default: []
        }
    }

    /// Returns a text, or a number as its digits.
    static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): "\(number)"
        default: nil
        }
    }

    private mutating func take(_ value: JSONValue, _ name: String) {
        if let field = Field.named(name), known[field] == nil, Self.text(value) != nil {
            known[field] = value
        } else {
            rest.append((name, value))
        }
    }
}

extension SentryValues.Field {
    static func named(_ name: String) -> Self? { fields[ByteText(name)] }

    var maximumBytes: Int {
        switch self {
        case .dimension(let dimension): dimension.definition.maximumBytes
        case .errorDomain: EventTextField.errorDomain.maximumBytes
        case .errorCode: EventTextField.errorCode.maximumBytes
        case .errorMessage: EventTextField.errorMessage.maximumBytes
        }
    }

    private static let errorNames: [(String, Self)] = [
        ("auth.error.domain", .errorDomain), ("exception.type", .errorDomain), ("auth.error.code", .errorCode),
        ("auth.error.message", .errorMessage), ("exception.message", .errorMessage),
    ]

    private static let fields: [ByteText: Self] = {
        var fields: [ByteText: Self] = [:]
        for (name, field) in errorNames { fields[ByteText(name)] = field }
        for dimension in EventDimension.allCases {
            let names = dimension.definition.wireNames
            for name in names.native { fields[ByteText("auth.\(name)")] = .dimension(dimension) }
            for name in names.otlp { fields[ByteText(name)] = .dimension(dimension) }
        }
        return fields
    }()
}
