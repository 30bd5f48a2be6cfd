import Domain
import StrictJSON

/// Maps the records of one request to events.
struct OTLPMapper {
    let receivedAt: Timestamp
    private var identity = EventIdentity(shared: [])

    init(receivedAt: Timestamp) { self.receivedAt = receivedAt }

    /// Returns the event of a log record.
    ///
    /// - The text of the body is the message, unless the record has another one.
    /// - Without `auth.outcome` the severity decides: an error failed, a warning degraded, and anything else is no
    ///   result.
    mutating func event(_ record: OTLPLogRecord, of shared: OTLPShared) -> DecodedEvent {
        var fields = EventFields(otlp: record.attributes)
        fields.merge(shared.fields)
        let stage = fields.stage
        let outcome = fields.outcome ?? Self.outcome(ofSeverity: record.severity)
        var error = OTLPErrorReader.error(&fields)
        Self.take(record.body, into: &error, &fields)
        let timestamp = time([record.time, record.observedTime], &fields)
        let identifier =
            fields.recordID ?? id(of: record.identity, hasTime: record.time > 0 || record.observedTime > 0, shared)
        var content = EventContent(
            id: identifier.id,
            occurredAt: timestamp ?? receivedAt,
            stage: stage,
            outcome: outcome,
            texts: fields.texts,
            error: error,
            attempt: fields.attempt(trace: record.traceID),
            duration: fields.duration
        )
        if !record.eventName.isEmpty { content.texts[.name] = Self.name(record.eventName) }
        Self.add(spanID: record.spanID, as: "span_id", to: &fields)
        if !record.severityText.isEmpty { fields.addRest("severity_text", .string(record.severityText)) }
        if record.severity != 0 { fields.addRest("severity_number", .integer(Int64(record.severity))) }
        Self.add(droppedAttributes: record.droppedAttributes, to: &fields)
        content.attributes = EventAttributes(fields.rest).list(with: shared.attributes)
        return DecodedEvent(content, hasOwnTime: timestamp != nil, category: .log, hasDerivedID: identifier.isDerived)
    }

    /// Returns the event of a span of sign-in; nil for any other span.
    ///
    /// - A span is about sign-in when its name, or the name of an attribute of its own, begins with `auth.`.
    /// - Without `auth.outcome` the status decides: an error failed, and a span that names its stage succeeded.
    mutating func event(_ span: OTLPSpan, of shared: OTLPShared) -> DecodedEvent? {
        guard span.isOfSignIn else { return nil }
        var fields = EventFields(otlp: span.attributes)
        fields.merge(shared.fields)
        let stage = fields.stage
        let outcome = fields.outcome ?? (span.isFailed ? .failed : stage == .other ? .info : .success)
        let timestamp = time([span.start, span.end], &fields)
        let identifier = fields.recordID ?? id(of: span.identity, hasTime: span.start > 0 || span.end > 0, shared)
        var content = EventContent(
            id: identifier.id,
            occurredAt: timestamp ?? receivedAt,
            stage: stage,
            outcome: outcome,
            texts: fields.texts,
            error: Self.error(of: span, &fields),
            attempt: fields.attempt(trace: span.traceID),
            duration: fields.duration ?? OTLPTime.duration(from: span.start, to: span.end)
        )
        if !span.name.isEmpty { content.texts[.name] = Self.name(span.name) }
        Self.add(spanID: span.spanID, as: "span_id", to: &fields)
        Self.add(spanID: span.parentSpanID, as: "parent_span_id", to: &fields)
        if let kind = span.kindName { fields.addRest("span_kind", .string(kind)) }
        Self.add(droppedAttributes: span.droppedAttributes, to: &fields)
        content.attributes = EventAttributes(fields.rest).list(with: shared.attributes)
        return DecodedEvent(content, hasOwnTime: timestamp != nil, category: .span, hasDerivedID: identifier.isDerived)
    }

    /// Returns the first time that a right clock could show. A wrong first one is kept as an attribute.
    private func time(_ candidates: [UInt64], _ fields: inout EventFields) -> Timestamp? {
        let timestamp = candidates.lazy.compactMap { OTLPTime.time($0, receivedAt: receivedAt) }.first
        if let first = candidates.first, first > 0, OTLPTime.time(first, receivedAt: receivedAt) == nil {
            fields.addRest("time_unix_nano", .string("\(first)"))
        }
        return timestamp
    }

    /// Derives an id from the record and its number among equal ones of the request.
    private mutating func id(of identity: JSONObject, hasTime: Bool, _ shared: OTLPShared) -> EventIdentifier {
        // Without any time, a second failure cannot be distinguished from a repeated delivery.
        guard hasTime else { return EventIdentity.unique() }
        return self.identity.id(of: shared.digest + identity.canonical(), sentAt: nil)
    }

    private static func outcome(ofSeverity severity: Int32) -> Outcome {
        switch severity {
        case 17...: .failed
        case 13...16: .degraded
        default: .info
        }
    }

    private static func take(_ body: JSONValue?, into error: inout EventError?, _ fields: inout EventFields) {
        switch body {
        case nil, .null?: break
        case .string(let text)?:
            guard !text.isEmpty else { return }
            let message = EventText.clipped(text, EventTextField.errorMessage.maximumBytes)
            if error == nil {
                error = EventError(domain: "", code: "", message: message)
            } else if let known = error?.message {
                if !known.hasSameBytes(as: message) { fields.addRest("body", .string(text)) }
            } else {
                error?.message = message
            }
        case let body?: fields.addRest("body", body)
        }
    }

    /// Takes the error from the span's attributes, else from its exception; its status may add a message.
    private static func error(of span: OTLPSpan, _ fields: inout EventFields) -> EventError? {
        var exception = EventFields(otlp: span.exception ?? JSONObject(), of: .exception)
        var error = OTLPErrorReader.error(&fields)
        if let thrown = OTLPErrorReader.error(&exception) {
            if error == nil {
                error = thrown
            } else if error?.message == nil {
                error?.message = thrown.message
            }
            for (name, value) in exception.rest { fields.addRest(name, value) }
        }
        guard span.isFailed, !span.statusMessage.isEmpty else { return error }
        let message = EventText.clipped(span.statusMessage, EventTextField.errorMessage.maximumBytes)
        var failed = error ?? EventError(domain: "", code: "", message: nil)
        failed.message = failed.message ?? message
        return failed
    }

    private static func name(_ text: String) -> String {
        EventText.clipped(text, EventDimension.name.definition.maximumBytes)
    }

    private static func add(spanID bytes: [UInt8], as name: String, to fields: inout EventFields) {
        guard bytes.count == 8, bytes.contains(where: { $0 != 0 }) else { return }
        fields.addRest(name, .string(Hexadecimal.encode(bytes)))
    }

    private static func add(droppedAttributes count: UInt32, to fields: inout EventFields) {
        guard count > 0 else { return }
        fields.addRest("dropped_attributes_count", .integer(Int64(count)))
    }
}

/// Reads times of OTLP, which are nanoseconds since 1970 in 64 bits without a sign.
enum OTLPTime {
    private static let perMillisecond: UInt64 = 1_000_000

    /// - Returns: nil for 0, which means unknown, and for a time that no right clock shows.
    static func time(_ nanoseconds: UInt64, receivedAt: Timestamp) -> Timestamp? {
        guard nanoseconds > 0 else { return nil }
        let time = Timestamp(milliseconds: Int64(nanoseconds / perMillisecond))
        return EventTime.isPlausible(time, receivedAt: receivedAt) ? time : nil
    }

    /// Returns the whole milliseconds from `start` to `end`; nil when either is unknown, they are in the wrong order, or
    /// the duration is beyond the limit.
    static func duration(from start: UInt64, to end: UInt64) -> Duration? {
        guard start > 0, end >= start else { return nil }
        return EventTime.duration(.integer(Int64((end - start) / perMillisecond)))
    }
}
