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

/// Reads fields that events and logs have in common.
extension SentryValues {
    /// Returns the stage; a name that this version does not know is kept as an attribute.
    mutating func stage() -> Stage {
        guard let text = text(.dimension(.stage)) else { return .other }
        if let stage = Stage(wire: text) { return stage }
        addRest("auth.stage", .string(text))
        return .other
    }

    /// Returns the outcome that the app says; nil for none, or for a word that is kept as an attribute.
    mutating func outcome() -> Outcome? {
        guard let text = text(.dimension(.outcome)) else { return nil }
        if let outcome = Outcome(wire: text) { return outcome }
        addRest("auth.outcome", .string(text))
        return nil
    }

    /// Returns the attempt that the app names; another text than a trace id is kept as an attribute.
    mutating func attempt() -> TraceID? {
        guard let text = text(.dimension(.attempt)) else { return nil }
        if let trace = TraceID(text) { return trace }
        addRest("auth.attempt.id", .string(text))
        return nil
    }

    /// Returns the duration that the app says, at most the limit; another value is kept as an attribute.
    mutating func duration() -> Duration? {
        guard let value = self[.dimension(.duration)] else { return nil }
        if let duration = EventTime.duration(value) { return duration }
        addRest("auth.duration_ms", value)
        return nil
    }

    /// Returns the error. The domain and the code that the app names replace those of the captured error.
    /// - Parameters:
    ///   - message: the text of the record, which is the message of an error that has none.
    ///   - name: the attribute that keeps the text beside an error with another message.
    mutating func error(captured: EventError?, message: String?, keptAs name: String) -> EventError? {
        var error = captured ?? EventError(domain: "", code: "")
        error.domain = text(.errorDomain) ?? error.domain
        error.code = text(.errorCode) ?? error.code
        let written = message.map { EventText.clipped($0, EventTextField.errorMessage.maximumBytes) }
        let own = text(.errorMessage) ?? error.message
        error.message = own ?? written
        if let own, let written, !own.hasSameBytes(as: written) { addRest(name, .string(written)) }
        return error.isOnlyMessage && error.message == nil ? nil : error
    }
}
