import Domain
import StrictJSON

/// Reads the events of one delivery.
struct EventReader {
    let receivedAt: Timestamp
    let sentAt: Timestamp?
    private let shared: [EventField: JSONValue]
    private let sharedAttributes: EventAttributes
    private var identity: EventIdentity

    init(receivedAt: Timestamp, sentAt: Timestamp?, shared: JSONObject) {
        self.receivedAt = receivedAt
        self.sentAt = sentAt
        identity = EventIdentity(shared: shared)
        let (known, rest) = EventField.sorted(shared)
        self.shared = known.filter { $0.key != .id && $0.key != .time && $0.key != .attributes }
        let attributes = known[.attributes]?.objectValue.map { Array($0).map { ($0.0, $0.1) } } ?? []
        sharedAttributes = EventAttributes(rest + attributes).bounded()
    }

    /// Estimates the bytes of the shared fields that each event carries.
    var sharedBytes: Int { shared.values.reduce(sharedAttributes.bytes) { $0 + EventText.weight($1) } }

    mutating func read(_ value: JSONValue, at index: Int) -> EventDelivery.Item {
        let path = "events[\(index)]"
        guard let record = value.objectValue else {
            return .rejected(
                RejectedItem(index: index, id: nil, code: "wrong_type", message: "\(path) must be an object.")
            )
        }
        let shownID = record["id"]?.stringValue.map { EventText.clipped($0, EventIdentity.maximumBytes) }
        do {
            return .event(try event(record, path))
        } catch {
            return .rejected(RejectedItem(index: index, id: shownID, code: error.code, message: error.message))
        }
    }

    private mutating func event(_ record: JSONObject, _ path: String) throws(EventRefusal) -> IncomingEvent {
        try Self.checkSize(record, path)
        var (fields, rest) = EventField.sorted(record)
        for (field, value) in shared where fields[field] == nil { fields[field] = value }
        let texts = Texts(fields: fields, path: path)
        let (stage, stageText) = try Self.stage(texts)
        if let stageText { rest.append(("auth.stage", .string(stageText))) }
        let attempt = try texts.text(.attempt, EventLimits.shapeTextBytes)
        let trace = attempt.flatMap { TraceID($0) }
        if let attempt, trace == nil,
            attempt.utf8.contains(where: { $0 != UInt8(ascii: "0") && $0 != UInt8(ascii: "-") })
        {
            rest.append(("trace_id", .string(attempt)))
        }
        if let own = fields[.attributes] {
            guard let object = own.objectValue else {
                throw EventRefusal(code: "wrong_type", message: "\(path).attributes must be an object.")
            }
            rest += object.map { ($0.0, $0.1) }
        }
        let shape = EventLimits.shapeTextBytes
        return IncomingEvent(
            id: try id(fields, record, path),
            occurredAt: try time(fields[.time], path),
            stage: stage,
            outcome: try Self.outcome(texts),
            name: try texts.text(.name, shape),
            provider: try texts.text(.provider, shape),
            error: try EventErrorReader(path: "\(path).error").error(fields, &rest),
            attempt: trace,
            appVersion: try texts.text(.appVersion, shape),
            environment: try texts.text(.environment, shape),
            platform: try texts.text(.platform, shape),
            osVersion: try texts.text(.osVersion, shape),
            deviceModel: try texts.text(.deviceModel, shape),
            user: try texts.text(.user, shape),
            session: try texts.text(.session, shape),
            network: try texts.text(.network, shape),
            attributes: EventAttributes(rest).list(with: sharedAttributes),
            hasOwnTime: fields[.time] != nil
        )
    }

    /// Limits the size of a record. Only texts and names can make it large; the parser has limited everything else.
    private static func checkSize(_ record: JSONObject, _ path: String) throws(EventRefusal) {
        guard EventText.weight(.object(record)) <= EventLimits.eventBytes else {
            throw EventRefusal(code: "too_large", message: "\(path) is larger than \(EventLimits.eventBytes) bytes.")
        }
    }

    /// Reads fields whose value is one text.
    private struct Texts {
        let fields: [EventField: JSONValue]
        let path: String

        /// Reads a text; a number counts as its digits, as in `"app_version": 2`.
        func text(_ field: EventField, _ maximumBytes: Int) throws(EventRefusal) -> String? {
            switch fields[field] {
            case nil: return nil
            case .string(let text)?: return text.isEmpty ? nil : EventText.clipped(text, maximumBytes)
            case .integer(let number)?: return String(number)
            case .number(let number)?: return "\(number)"
            default: throw EventRefusal(code: "wrong_type", message: "\(path).\(field.names[0]) must be text.")
            }
        }
    }

    private mutating func id(
        _ fields: [EventField: JSONValue],
        _ record: JSONObject,
        _ path: String
    ) throws(EventRefusal) -> Event.ID {
        guard let value = fields[.id] else { return madeID(record, hasOwnTime: fields[.time] != nil) }
        let text: String
        switch value {
        case .string(let given): text = given
        case .integer(let number): text = String(number)
        default: throw EventRefusal(code: "wrong_type", message: "\(path).id must be text.")
        }
        guard let id = EventIdentity.id(text) else {
            throw EventRefusal(
                code: "bad_value",
                message: "\(path).id must have 1 to \(EventIdentity.maximumBytes) bytes."
            )
        }
        return id
    }

    /// Without any time, a second failure cannot be distinguished from a repeated delivery. Storing an event twice does
    /// less harm than losing all but the first.
    private mutating func madeID(_ record: JSONObject, hasOwnTime: Bool) -> Event.ID {
        if hasOwnTime { return identity.id(of: record, sentAt: nil) }
        return sentAt.map { identity.id(of: record, sentAt: $0) } ?? EventIdentity.unique()
    }

    private func time(_ value: JSONValue?, _ path: String) throws(EventRefusal) -> Timestamp {
        guard let value else { return sentAt ?? receivedAt }
        guard let moment = EventTime.moment(value) else {
            throw EventRefusal(
                code: "bad_value",
                message: "\(path).time must be RFC 3339, like 2026-11-21T09:00:00Z, or a number since 1970."
            )
        }
        guard EventTime.isPlausible(moment, receivedAt: receivedAt) else {
            throw EventRefusal(
                code: "bad_value",
                message: "\(path).time is before the year 2000 or more than 400 days ahead."
            )
        }
        return moment
    }

    /// Returns the stage, and the client's own name for a stage that we do not know.
    private static func stage(_ texts: Texts) throws(EventRefusal) -> (Stage, String?) {
        guard let text = try texts.text(.stage, EventLimits.shapeTextBytes) else { return (.other, nil) }
        if let stage = stages[ByteText(text)] ?? stages[ByteText(word(text))], stage != .other { return (stage, nil) }
        return (.other, text)
    }

    private static func outcome(_ texts: Texts) throws(EventRefusal) -> Outcome {
        guard let text = try texts.text(.outcome, EventLimits.shapeTextBytes) else {
            throw EventRefusal(
                code: "missing_field",
                message: "\(texts.path).outcome is missing; it is one of \(outcomes)."
            )
        }
        guard let outcome = known[ByteText(text.lowercasedASCII())] else {
            throw EventRefusal(code: "bad_value", message: "\(texts.path).outcome must be one of \(outcomes).")
        }
        return outcome
    }

    /// Normalises a word to lower case with hyphens.
    private static func word(_ text: String) -> String {
        String(
            decoding: text.lowercasedASCII().utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 },
            as: UTF8.self
        )
    }

    private static let stages = Dictionary(uniqueKeysWithValues: Stage.allCases.map { (ByteText($0.rawValue), $0) })
    private static let known: [ByteText: Outcome] = Dictionary(
        uniqueKeysWithValues: Outcome.allCases.map { (ByteText($0.rawValue), $0) } + [
            ("canceled", .cancelled), ("failure", .failed),
        ]
    )
    private static var outcomes: String {
        Outcome.allCases.map(\.rawValue).joined(separator: ", ")
    }
}
