import Domain
import StrictJSON

/// Reads the events of one delivery.
struct EventReader {
    /// The fields of an event by the names that they can have: ours first, then those of OpenTelemetry.
    enum Field: CaseIterable {
        case id, time, name, stage, outcome, error, attempt, provider, appVersion, environment, platform, osVersion, deviceModel, user,
            session,
            network, attributes

        var names: [String] {
            switch self {
            case .id: ["id"]
            case .time: ["time", "timestamp"]
            case .name: ["name", "event_name"]
            case .stage: ["stage", "auth.stage"]
            case .outcome: ["outcome", "auth.outcome"]
            case .error: ["error"]
            case .attempt: ["trace_id", "attempt_id", "attempt", "auth.attempt.id"]
            case .provider: ["provider", "method", "auth.method"]
            case .appVersion: ["app_version", "service.version"]
            case .environment: ["environment", "deployment.environment.name"]
            case .platform: ["platform", "os.name"]
            case .osVersion: ["os_version", "os.version"]
            case .deviceModel: ["device_model", "device.model.identifier"]
            case .user: ["user_id", "user.id"]
            case .session: ["session_id", "auth.session.id"]
            case .network: ["network", "network.connection.type"]
            case .attributes: ["attributes"]
            }
        }
    }

    private static let fields: [String: Field] = Dictionary(
        uniqueKeysWithValues: Field.allCases.flatMap { field in field.names.map { ($0, field) } })

    let receivedAt: Timestamp
    let sentAt: Timestamp?
    private let shared: [Field: JSONValue]
    private let sharedRest: [(String, JSONValue)]
    private var identity = EventIdentity()

    init(receivedAt: Timestamp, sentAt: Timestamp?, shared: JSONObject) {
        self.receivedAt = receivedAt
        self.sentAt = sentAt
        let (known, rest) = Self.sorted(shared)
        self.shared = known.filter { $0.key != .id && $0.key != .time && $0.key != .attributes }
        let attributes = known[.attributes]?.objectValue.map { Array($0).map { ($0.0, $0.1) } } ?? []
        sharedRest = rest + attributes
    }

    /// Why one item is no event.
    private struct Refusal: Error {
        let code: String
        let message: String
    }

    mutating func read(_ value: JSONValue, at index: Int) -> EventDelivery.Item {
        let path = "events[\(index)]"
        guard let record = value.objectValue else {
            return .rejected(RejectedItem(index: index, id: nil, code: "wrong_type", message: "\(path) must be an object."))
        }
        let shownID = record["id"]?.stringValue.map { EventText.clipped($0, EventIdentity.maximumBytes) }
        do {
            return .event(try event(record, path))
        } catch {
            return .rejected(RejectedItem(index: index, id: shownID, code: error.code, message: error.message))
        }
    }

    private mutating func event(_ record: JSONObject, _ path: String) throws(Refusal) -> IncomingEvent {
        try Self.checkSize(record, path)
        var (fields, rest) = Self.sorted(record)
        for (field, value) in shared where fields[field] == nil { fields[field] = value }
        let texts = Texts(fields: fields, path: path)
        let (stage, stageText) = try Self.stage(texts)
        if let stageText { rest.append(("auth.stage", .string(stageText))) }
        let attempt = try texts.text(.attempt, EventLimits.shapeTextBytes)
        let trace = attempt.flatMap { TraceID($0) }
        if let attempt, trace == nil { rest.append(("trace_id", .string(attempt))) }
        if let own = fields[.attributes] {
            guard let object = own.objectValue else { throw Refusal(code: "wrong_type", message: "\(path).attributes must be an object.") }
            rest += object.map { ($0.0, $0.1) }
        }
        let shape = EventLimits.shapeTextBytes
        return IncomingEvent(
            id: try id(fields[.id], record, path), occurredAt: try time(fields[.time], path), stage: stage,
            outcome: try Self.outcome(texts),
            name: try texts.text(.name, shape), provider: try texts.text(.provider, shape), error: try Self.error(fields[.error], path),
            attempt: trace, appVersion: try texts.text(.appVersion, shape), environment: try texts.text(.environment, shape),
            platform: try texts.text(.platform, shape), osVersion: try texts.text(.osVersion, shape),
            deviceModel: try texts.text(.deviceModel, shape), user: try texts.text(.user, shape), session: try texts.text(.session, shape),
            network: try texts.text(.network, shape), attributes: EventAttributes.flattened(rest, shared: sharedRest))
    }

    /// A record can be long only by its texts and names; the parser has bounded everything else.
    private static func checkSize(_ record: JSONObject, _ path: String) throws(Refusal) {
        guard EventText.weight(.object(record)) <= EventLimits.eventBytes else {
            throw Refusal(code: "too_large", message: "\(path) is larger than \(EventLimits.eventBytes) bytes.")
        }
    }

    private static func sorted(_ object: JSONObject) -> (known: [Field: JSONValue], rest: [(String, JSONValue)]) {
        var known: [Field: JSONValue] = [:]
        var rest: [(String, JSONValue)] = []
        for (name, value) in object {
            if case .null = value { continue }
            if let field = fields[name], known[field] == nil { known[field] = value } else { rest.append((name, value)) }
        }
        return (known, rest)
    }

    /// Reads fields that are one text.
    private struct Texts {
        let fields: [Field: JSONValue]
        let path: String

        /// A number is taken by its digits, as in `"app_version": 2`.
        func text(_ field: Field, _ maximumBytes: Int) throws(Refusal) -> String? {
            switch fields[field] {
            case nil: return nil
            case .string(let text)?: return text.isEmpty ? nil : EventText.clipped(text, maximumBytes)
            case .integer(let number)?: return String(number)
            case .number(let number)?: return "\(number)"
            default: throw Refusal(code: "wrong_type", message: "\(path).\(field.names[0]) must be text.")
            }
        }
    }

    private mutating func id(_ value: JSONValue?, _ record: JSONObject, _ path: String) throws(Refusal) -> Event.ID {
        guard let value else { return identity.id(of: record) }
        let text: String
        switch value {
        case .string(let given): text = given
        case .integer(let number): text = String(number)
        default: throw Refusal(code: "wrong_type", message: "\(path).id must be text.")
        }
        guard let id = EventIdentity.id(text) else {
            throw Refusal(code: "bad_value", message: "\(path).id must have 1 to \(EventIdentity.maximumBytes) bytes.")
        }
        return id
    }

    private func time(_ value: JSONValue?, _ path: String) throws(Refusal) -> Timestamp {
        guard let value else { return sentAt ?? receivedAt }
        guard let moment = EventTime.moment(value) else {
            throw Refusal(code: "bad_value", message: "\(path).time must be RFC 3339, like 2026-11-21T09:00:00Z, or a number since 1970.")
        }
        guard EventTime.isPlausible(moment, receivedAt: receivedAt) else {
            throw Refusal(code: "bad_value", message: "\(path).time is before the year 2000 or more than 400 days ahead.")
        }
        return moment
    }

    /// The stage, and the client's own word for it when we do not know that.
    private static func stage(_ texts: Texts) throws(Refusal) -> (Stage, String?) {
        guard let text = try texts.text(.stage, EventLimits.shapeTextBytes) else { return (.other, nil) }
        if let stage = Stage(rawValue: text.lowercased().replacing("_", with: "-")), stage != .other { return (stage, nil) }
        return (.other, text)
    }

    private static func outcome(_ texts: Texts) throws(Refusal) -> Outcome {
        let allowed = Outcome.allCases.map(\.rawValue).joined(separator: ", ")
        guard let text = try texts.text(.outcome, EventLimits.shapeTextBytes) else {
            throw Refusal(code: "missing_field", message: "\(texts.path).outcome is missing; it is one of \(allowed).")
        }
        guard let outcome = Outcome(rawValue: text.lowercased()) else {
            throw Refusal(code: "bad_value", message: "\(texts.path).outcome must be one of \(allowed).")
        }
        return outcome
    }

    private static func error(_ value: JSONValue?, _ path: String) throws(Refusal) -> EventError? {
        switch value {
        case nil: return nil
        case .string(let message)?:
            return EventError(domain: "", code: "", message: EventText.clipped(message, EventLimits.messageBytes))
        case .object(let object)?:
            let outer = try cause(object, "\(path).error")
            guard let listed = object["chain"], listed != .null else {
                return EventError(domain: outer.domain, code: outer.code, message: outer.message)
            }
            guard let chain = listed.arrayValue else {
                throw Refusal(code: "wrong_type", message: "\(path).error.chain must be a list.")
            }
            var causes: [EventError.Cause] = []
            for (index, item) in chain.prefix(EventLimits.chainLength).enumerated() {
                guard let object = item.objectValue else {
                    throw Refusal(code: "wrong_type", message: "\(path).error.chain[\(index)] must be an object.")
                }
                causes.append(try cause(object, "\(path).error.chain[\(index)]"))
            }
            return EventError(domain: outer.domain, code: outer.code, message: outer.message, chain: causes)
        default: throw Refusal(code: "wrong_type", message: "\(path).error must be an object or text.")
        }
    }

    private static func cause(_ object: JSONObject, _ path: String) throws(Refusal) -> EventError.Cause {
        func text(_ name: String, _ maximumBytes: Int) throws(Refusal) -> String? {
            switch object[name] {
            case nil, .null?: return nil
            case .string(let text)?: return EventText.clipped(text, maximumBytes)
            case .integer(let number)? where name == "code": return String(number)
            case .number(let number)? where name == "code": return "\(number)"
            default: throw Refusal(code: "wrong_type", message: "\(path).\(name) must be text.")
            }
        }
        return EventError.Cause(
            domain: try text("domain", EventLimits.shapeTextBytes) ?? "", code: try text("code", EventLimits.shapeTextBytes) ?? "",
            message: try text("message", EventLimits.messageBytes))
    }
}
