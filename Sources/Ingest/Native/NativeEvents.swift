import Domain
import StrictJSON

/// Decodes the native wire format of events.
///
/// As `application/json` a delivery is an object:
/// ```json
/// {"sent_at": "2026-11-21T09:00:00Z", "resource": {"app_version": "2.4.0"}, "events": [{
///   "id": "0190a0a0-…", "time": "2026-11-21T08:59:58.120Z", "stage": "session-store", "outcome": "failed",
///   "error": {"domain": "NSOSStatusErrorDomain", "code": -25308, "message": "…", "chain": [{"domain": "…", "code": -1}]},
///   "trace_id": "0af7651916cd43dd8448eb211c80319c"}]}
/// ```
/// As `application/x-ndjson` it has one such event on each line; an invalid line is rejected alone.
///
/// - `id`: a UUID, 32 hexadecimal digits, or any text of up to 128 bytes, from which an id is derived. Without one the
///   id is derived from the record and the shared fields of the delivery except `sent_at`, so that a repeated delivery
///   has the same ids. For a record without a time `sent_at` is included; without `sent_at` too, a repeated delivery
///   cannot be distinguished from a new failure, and each is stored.
/// - `time`: RFC 3339, or a number of seconds, milliseconds or nanoseconds since 1970, distinguished by its size. It
///   defaults to `sent_at`, then to the time of receipt; the store keeps the time of the first delivery.
/// - An event that is invalid JSON or exceeds the limits is rejected alone, as long as the list around it can be
///   parsed; so is one for which the memory of the delivery has no room (`EventMemory`).
/// - `outcome` is required. The fields of `resource` apply to every event that does not override them.
/// - Values without a field of their own are stored as attributes, `{"a": {"b": 1}}` as `a.b`, within `EventLimits`.
public enum NativeEvents {
    /// How the events of a delivery are written.
    public enum Encoding: Sendable, CaseIterable {
        /// One object with a list of events.
        case json
        /// An event on each line.
        case lines
    }

    /// The limits of a delivery without its events.
    static let limits = JSONLimits(
        maximumDepth: EventLimits.depth,
        maximumMembers: 1024,
        maximumElements: 100_000,
        maximumStringBytes: EventLimits.eventBytes,
        replacesLoneSurrogates: true
    )
    /// The limits of one event, which is nested two levels deep in its delivery. More values would make it larger than
    /// an event may be, or take many times its size in memory.
    private static let eventLimits = JSONLimits(
        maximumDepth: EventLimits.depth - 2,
        maximumMembers: 1024,
        maximumElements: 20_000,
        maximumStringBytes: EventLimits.eventBytes,
        replacesLoneSurrogates: true
    )

    /// The limits of one line of NDJSON, which is not nested.
    private static let lineLimits = JSONLimits(
        maximumDepth: EventLimits.depth,
        maximumMembers: 1024,
        maximumElements: 20_000,
        maximumStringBytes: EventLimits.eventBytes,
        replacesLoneSurrogates: true
    )

    /// Decodes a delivery; each of its events is an event or a rejected item.
    public static func decode(
        _ body: [UInt8],
        as encoding: Encoding,
        receivedAt: Timestamp
    ) throws(DeliveryError) -> EventDelivery {
        switch encoding {
        case .json: try decodeJSON(body, receivedAt: receivedAt)
        case .lines: try decodeLines(body, receivedAt: receivedAt)
        }
    }

    /// Reads one event at a time, so that memory holds the values of one event only and invalid JSON in one event
    /// rejects that event alone.
    private static func decodeJSON(_ body: [UInt8], receivedAt: Timestamp) throws(DeliveryError) -> EventDelivery {
        guard let parts = NativeDeliveryParts(body) else { return try decodeWhole(body, receivedAt: receivedAt) }
        try checkCount(parts.events.count)
        let frame: JSONValue
        do { frame = try JSONValue(parsing: parts.frame, limits: limits) } catch { throw fault(of: body, or: error) }
        let (object, _) = try members(of: frame)
        var mapper = mapper(of: object, size: body.count, receivedAt: receivedAt)
        try checkSize(mapper, parts.events.count)
        var items: [EventDelivery.Item] = []
        for (index, event) in parts.events.enumerated() {
            // Two values have no comma between them, so the list itself is invalid.
            guard let item = item(event, at: index, &mapper) else {
                throw fault(of: body, or: nil).after(examining: index + 1)
            }
            items.append(item)
        }
        return EventDelivery(sentAt: mapper.sentAt, items: items, examined: items.count)
    }

    /// Reads a delivery whose list of events the scanner cannot find, mostly to produce the error message.
    private static func decodeWhole(_ body: [UInt8], receivedAt: Timestamp) throws(DeliveryError) -> EventDelivery {
        let value: JSONValue
        do { value = try JSONValue(parsing: body, limits: limits) } catch { throw invalid(error) }
        let (object, listed) = try members(of: value)
        guard let events = listed.arrayValue else {
            throw DeliveryError(code: "wrong_type", sentence: "events must be a list.")
        }
        try checkCount(events.count)
        var mapper = mapper(of: object, size: body.count, receivedAt: receivedAt)
        try checkSize(mapper, events.count)
        let items = events.enumerated().map { mapper.map($1, at: $0) }
        return EventDelivery(sentAt: mapper.sentAt, items: items, examined: items.count)
    }

    /// Describes the error in the body as a whole, with its position.
    private static func fault(of body: [UInt8], or known: JSONSyntaxError?) -> DeliveryError {
        do { _ = try JSONValue(parsing: body, limits: limits) } catch { return invalid(error) }
        return known.map(invalid) ?? DeliveryError(code: "invalid_json", sentence: "The list of events cannot be read.")
    }

    /// Limits the shared fields, which every event carries: a little data a thousand times is a lot.
    private static func checkSize(_ mapper: NativeMapper, _ count: Int) throws(DeliveryError) {
        guard mapper.sharedBytes * count <= EventLimits.decompressedBytes else {
            throw DeliveryError(
                code: "too_large",
                sentence:
                    "What the delivery says of all its events is too much for \(count) of them. Send fewer at once, or say less."
            )
        }
    }

    /// - Returns: nil when the slice holds more than one value.
    private static func item(
        _ text: ArraySlice<UInt8>,
        at index: Int,
        _ mapper: inout NativeMapper
    ) -> EventDelivery.Item? {
        do throws(JSONSyntaxError) {
            return mapper.map(try JSONValue(parsing: text, limits: eventLimits), at: index)
        } catch {
            guard error.reason != .trailingData else { return nil }
            return .rejected(rejection(error, at: index))
        }
    }

    private static func rejection(_ error: JSONSyntaxError, at index: Int) -> RejectedItem {
        let error = ItemError(error, at: "events[\(index)]")
        return RejectedItem(index: index, id: nil, code: error.code, message: error.message)
    }

    private static func invalid(_ error: JSONSyntaxError) -> DeliveryError {
        DeliveryError(code: "invalid_json", sentence: error.sentence)
    }

    private static func members(of value: JSONValue) throws(DeliveryError) -> (JSONObject, events: JSONValue) {
        guard let object = value.objectValue else {
            throw DeliveryError(code: "wrong_type", sentence: "The body must be a JSON object with a list of events.")
        }
        guard let events = object["events"] else {
            throw DeliveryError(code: "missing_field", sentence: "The field events is missing.")
        }
        return (object, events)
    }

    private static func mapper(of object: JSONObject, size: Int, receivedAt: Timestamp) -> NativeMapper {
        let sentAt = object["sent_at"].flatMap { EventTime.time($0) }.flatMap {
            EventTime.isPlausible($0, receivedAt: receivedAt) ? $0 : nil
        }
        return NativeMapper(size: size, receivedAt: receivedAt, sentAt: sentAt, shared: sharedFields(object))
    }

    private static func decodeLines(_ body: [UInt8], receivedAt: Timestamp) throws(DeliveryError) -> EventDelivery {
        let lines = lines(of: body)
        try checkCount(lines.count)
        var mapper = NativeMapper(size: body.count, receivedAt: receivedAt, sentAt: nil, shared: JSONObject())
        let items = lines.enumerated().map { index, line -> EventDelivery.Item in
            do throws(JSONSyntaxError) {
                return mapper.map(try JSONValue(parsing: line, limits: lineLimits), at: index)
            } catch {
                return .rejected(rejection(error, at: index))
            }
        }
        return EventDelivery(sentAt: nil, items: items, examined: items.count)
    }

    /// Returns the lines that are not blank, at most one more than a delivery may have, which bounds the memory.
    private static func lines(of body: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        var position = 0
        while position < body.count, lines.count <= EventLimits.batchItems {
            let byte = body[position]
            if byte == 0x0A {
                position += 1
                start = position
            } else if byte == 0x20 || byte == 0x0D || byte == 0x09 {
                position += 1
            } else {
                position = body[position...].firstIndex(of: 0x0A) ?? body.count
                lines.append(body[start..<position])
            }
        }
        return lines
    }

    private static func checkCount(_ count: Int) throws(DeliveryError) {
        guard count <= EventLimits.batchItems else {
            throw DeliveryError(
                code: "too_many",
                sentence: "A delivery holds at most \(EventLimits.batchItems) events; this one holds more."
            )
        }
    }

    private static let ownMembers: Set<ByteText> = ["events", "resource", "sent_at"]

    /// Returns `resource` and the other shared fields of the delivery, mostly the name and version of the SDK.
    private static func sharedFields(_ object: JSONObject) -> JSONObject {
        var shared = object["resource"]?.objectValue ?? JSONObject()
        for (name, value) in object where !ownMembers.contains(ByteText(name)) && shared[name] == nil {
            shared.set(name, to: value)
        }
        return shared
    }
}

/// The events of a delivery as bytes, and the delivery without them. See `JSONListScan`.
struct NativeDeliveryParts {
    /// At most one more than a delivery may have.
    private(set) var events: [ArraySlice<UInt8>] = []
    /// The delivery with an empty list of events.
    let frame: [UInt8]

    private static let name = Array("\"events\"".utf8)

    /// - Returns: nil unless the body is an object with a list of events whose brackets match.
    init?(_ body: [UInt8]) {
        var scan = JSONListScan(body[...])
        guard let start = scan.startOfList(named: Self.name) else { return nil }
        do throws(JSONListScan.Malformed) {
            while events.count <= EventLimits.batchItems, let event = try scan.next() { events.append(event) }
        } catch {
            return nil
        }
        frame = Array(body[...start] + body[scan.position...])
    }
}
