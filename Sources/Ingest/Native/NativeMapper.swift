import Domain
import StrictJSON

/// Maps the records of one delivery to events.
struct NativeMapper {
    let receivedAt: Timestamp
    let sentAt: Timestamp?
    private let shared: EventFields
    private let sharedAttributes: EventAttributes
    private var identity: EventIdentity
    private var memory: EventMemory

    /// - Parameter size: the bytes of the delivery.
    init(size: Int, receivedAt: Timestamp, sentAt: Timestamp?, shared: JSONObject) {
        self.receivedAt = receivedAt
        self.sentAt = sentAt
        memory = EventMemory(ofUnpacked: size)
        identity = EventIdentity(shared: shared.serialized())
        var fields = EventFields(native: shared)
        let attributes = fields[.attributes]?.objectValue.map { Array($0).map { ($0.0, $0.1) } } ?? []
        sharedAttributes = EventAttributes(fields.rest + attributes).bounded()
        for field in [EventField.id, .time, .attributes] { fields.remove(field) }
        self.shared = fields
    }

    /// Estimates the bytes of the shared fields that each event carries.
    var sharedBytes: Int { shared.values.reduce(sharedAttributes.bytes) { $0 + EventText.weight($1) } }

    mutating func map(_ value: JSONValue, at index: Int) -> EventDelivery.Item {
        let path = "events[\(index)]"
        guard let record = value.objectValue else {
            return .rejected(
                RejectedItem(index: index, id: nil, code: "wrong_type", message: "\(path) must be an object.")
            )
        }
        let shownID = record["id"]?.stringValue.map { EventText.clipped($0, EventIdentity.maximumBytes) }
        do throws(ItemError) {
            let event = try event(record, path)
            try memory.take(event, at: path)
            return .event(event)
        } catch {
            return .rejected(RejectedItem(index: index, id: shownID, code: error.code, message: error.message))
        }
    }

    private mutating func event(_ record: JSONObject, _ path: String) throws(ItemError) -> DecodedEvent {
        try Self.checkSize(record, path)
        var fields = EventFields(native: record)
        fields.merge(shared)
        let stage = try fields.text(of: .stage, path).flatMap { Stage(wire: $0) } ?? .other
        let attempt = try fields.text(of: .attempt, path).flatMap { TraceID($0) }
        if let own = fields[.attributes] {
            guard let object = own.objectValue else {
                throw ItemError(code: "wrong_type", message: "\(path).attributes must be an object.")
            }
            for (name, value) in object { fields.addRest(name, value) }
        }
        let identifier = try id(fields, record, path)
        var content = EventContent(
            id: identifier.id,
            occurredAt: try time(fields[.time], path),
            stage: stage,
            outcome: try Self.outcome(fields, path),
            attempt: attempt,
            duration: try Self.duration(fields[.dimension(.duration)], path)
        )
        try Self.read(Self.textsBeforeError, of: fields, into: &content, path)
        content.error = try NativeErrorMapper(path: "\(path).error").error(&fields)
        try Self.read(Self.textsAfterError, of: fields, into: &content, path)
        content.attributes = EventAttributes(fields.rest).list(with: sharedAttributes)
        return DecodedEvent(content, hasOwnTime: fields[.time] != nil, hasDerivedID: identifier.isDerived)
    }

    // A record with several faults is rejected for the first of them, in the order of the API.
    private static let textsBeforeError = Array(EventDimension.texts.prefix { $0 != .appVersion })
    private static let textsAfterError = Array(EventDimension.texts.drop { $0 != .appVersion })

    private static func read(
        _ dimensions: [EventDimension],
        of fields: EventFields,
        into content: inout EventContent,
        _ path: String
    ) throws(ItemError) {
        for dimension in dimensions {
            guard let text = try fields.text(of: dimension, path) else { continue }
            content.texts[dimension] = text
        }
    }

    /// Limits the size of a record. Only texts and names can make it large; the parser has limited everything else.
    private static func checkSize(_ record: JSONObject, _ path: String) throws(ItemError) {
        guard EventText.weight(.object(record)) <= EventLimits.eventBytes else {
            throw ItemError(code: "too_large", message: "\(path) is larger than \(EventLimits.eventBytes) bytes.")
        }
    }

    private mutating func id(
        _ fields: EventFields,
        _ record: JSONObject,
        _ path: String
    ) throws(ItemError) -> EventIdentifier {
        guard let value = fields[.id] else { return derivedID(record, hasOwnTime: fields[.time] != nil) }
        let text: String
        switch value {
        case .string(let given): text = given
        case .integer(let number): text = String(number)
        default: throw ItemError(code: "wrong_type", message: "\(path).id must be text.")
        }
        guard let id = EventIdentity.id(text) else {
            throw ItemError(
                code: "bad_value",
                message: "\(path).id must have 1 to \(EventIdentity.maximumBytes) bytes."
            )
        }
        return id
    }

    /// Without any time, a second failure cannot be distinguished from a repeated delivery. Storing an event twice does
    /// less harm than losing all but the first.
    private mutating func derivedID(_ record: JSONObject, hasOwnTime: Bool) -> EventIdentifier {
        if hasOwnTime { return identity.id(of: record.serialized(), sentAt: nil) }
        return sentAt.map { identity.id(of: record.serialized(), sentAt: $0) } ?? EventIdentity.unique()
    }

    private func time(_ value: JSONValue?, _ path: String) throws(ItemError) -> Timestamp {
        guard let value else { return sentAt ?? receivedAt }
        guard let timestamp = EventTime.time(value) else {
            throw ItemError(
                code: "bad_value",
                message: "\(path).time must be RFC 3339, like 2026-11-21T09:00:00Z, or a number since 1970."
            )
        }
        guard EventTime.isPlausible(timestamp, receivedAt: receivedAt) else {
            throw ItemError(
                code: "bad_value",
                message: "\(path).time is before the year 2000 or more than 400 days ahead."
            )
        }
        return timestamp
    }

    /// Returns the duration, at most the limit.
    private static func duration(_ value: JSONValue?, _ path: String) throws(ItemError) -> Duration? {
        guard let value else { return nil }
        guard let duration = EventTime.duration(value) else {
            throw ItemError(
                code: "wrong_type",
                message: "\(path).duration_ms must be a number of milliseconds, not negative."
            )
        }
        return duration
    }

    private static func outcome(_ fields: EventFields, _ path: String) throws(ItemError) -> Outcome {
        guard let text = try fields.text(of: .outcome, path) else {
            throw ItemError(code: "missing_field", message: "\(path).outcome is missing; it is one of \(outcomes).")
        }
        guard let outcome = Outcome(wire: text) else {
            throw ItemError(code: "bad_value", message: "\(path).outcome must be one of \(outcomes).")
        }
        return outcome
    }

    private static var outcomes: String { Outcome.allCases.map(\.rawValue).joined(separator: ", ") }
}
