import Domain
import StrictJSON

/// Reads the error of an event, and stores members other than domain, code, message and chain as attributes.
struct NativeErrorMapper {
    private static let known: Set<ByteText> = ["domain", "code", "message", "chain"]

    /// `events[3].error`
    let path: String

    /// Reads `{"domain", "code", "message", "chain": [{"domain", "code", "message"}]}`, a single text, or
    /// OpenTelemetry's fields.
    func error(_ fields: inout EventFields) throws(ItemError) -> EventError? {
        guard let given = fields[.error] else { return try separateFields(fields) }
        for field in [EventField.errorDomain, .errorCode, .errorMessage] { fields.setAside(field) }
        switch given {
        case .string(let message):
            return EventError(
                domain: "",
                code: "",
                message: EventText.clipped(message, EventTextField.errorMessage.maximumBytes)
            )
        case .object(let object):
            let outer = try cause(object, path, "error", &fields)
            return EventError(
                domain: outer.domain,
                code: outer.code,
                message: outer.message,
                chain: try chain(object["chain"], &fields)
            )
        default: throw ItemError(code: "wrong_type", message: "\(path) must be an object or text.")
        }
    }

    private func separateFields(_ fields: EventFields) throws(ItemError) -> EventError? {
        let pairs: [(String, EventField)] = [
            ("domain", .errorDomain), ("code", .errorCode), ("message", .errorMessage),
        ]
        let given = pairs.compactMap { name, field in fields[field].map { (name, $0) } }
        guard !given.isEmpty else { return nil }
        var none = EventFields(.native)
        let cause = try cause(JSONObject(given), path, "error", &none)
        return EventError(domain: cause.domain, code: cause.code, message: cause.message)
    }

    /// Reads the chain, outermost error first. A chain that is too long keeps its last error, which is the cause.
    private func chain(_ value: JSONValue?, _ fields: inout EventFields) throws(ItemError) -> [EventError.Cause] {
        guard let value, value != .null else { return [] }
        guard let items = value.arrayValue else {
            throw ItemError(code: "wrong_type", message: "\(path).chain must be a list.")
        }
        var causes: [EventError.Cause] = []
        for (index, item) in items.enumerated() where index < EventLimits.chainLength - 1 || index == items.count - 1 {
            guard let object = item.objectValue else {
                throw ItemError(code: "wrong_type", message: "\(path).chain[\(index)] must be an object.")
            }
            causes.append(try cause(object, "\(path).chain[\(index)]", "error.chain.\(index)", &fields))
        }
        if items.count > causes.count {
            fields.addRest("error.chain.dropped", .integer(Int64(items.count - causes.count)))
        }
        return causes
    }

    private func cause(
        _ object: JSONObject,
        _ path: String,
        _ prefix: String,
        _ fields: inout EventFields
    ) throws(ItemError) -> EventError.Cause {
        for (name, value) in object where !Self.known.contains(ByteText(name)) {
            fields.addRest("\(prefix).\(name)", value)
        }
        return EventError.Cause(
            domain: try Self.text(object, "domain", .errorDomain, path) ?? "",
            code: try Self.text(object, "code", .errorCode, path) ?? "",
            message: try Self.text(object, "message", .errorMessage, path)
        )
    }

    /// Reads a text; a code may also be a number.
    private static func text(
        _ object: JSONObject,
        _ name: String,
        _ field: EventTextField,
        _ path: String
    ) throws(ItemError) -> String? {
        switch object[name] {
        case nil, .null?: return nil
        case .string(let text)?: return EventText.clipped(text, field.maximumBytes)
        case .integer(let number)? where name == "code": return String(number)
        case .number(let number)? where name == "code": return "\(number)"
        default: throw ItemError(code: "wrong_type", message: "\(path).\(name) must be text.")
        }
    }
}
