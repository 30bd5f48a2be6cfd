import Domain
import StrictJSON

/// Our own wire format of events.
///
/// As `application/json` an object:
/// ```json
/// {"sent_at": "2026-11-21T09:00:00Z", "resource": {"app_version": "2.4.0"}, "events": [{
///   "id": "0190a0a0-…", "time": "2026-11-21T08:59:58.120Z", "stage": "session-store", "outcome": "failed",
///   "error": {"domain": "NSOSStatusErrorDomain", "code": -25308, "message": "…", "chain": [{"domain": "…", "code": -1}]},
///   "trace_id": "0af7651916cd43dd8448eb211c80319c"}]}
/// ```
/// As `application/x-ndjson` one such event on each line; a line that is no event is refused alone.
///
/// - `id`: a UUID, 32 hexadecimal digits, or any text of up to 128 bytes, from which an id is made. Without one it is
///   made of the record and of what the delivery says beside its events, without `sent_at`, so that the same delivery
///   again has the same ids. A record that has no time either takes `sent_at` into it; when that is missing too,
///   nothing tells a repeated delivery from a new failure, and each is stored.
/// - `time`: RFC 3339, or a number of seconds, milliseconds or nanoseconds since 1970, told apart by its size. Without
///   one `sent_at`, else the time of receipt; the store keeps the time that the first delivery gave.
/// - An event that is no JSON, or more than is read of one, is refused alone, as long as the list around it can be
///   read.
/// - `outcome` is required. What `resource` says holds for every event that does not say otherwise.
/// - What has no field of its own is kept as an attribute, `{"a": {"b": 1}}` as `a.b`, within `EventLimits`.
public enum NativeEvents {
    /// Of what a delivery says beside its events.
    static let limits = JSONLimits(
        maximumDepth: EventLimits.depth,
        maximumMembers: 1024,
        maximumElements: 100_000,
        maximumStringBytes: EventLimits.eventBytes
    )
    /// Of one event, which stands two levels within its delivery. What has more values than this is larger than an
    /// event may be, or takes many times its size in memory.
    private static let eventLimits = JSONLimits(
        maximumDepth: EventLimits.depth - 2,
        maximumMembers: 1024,
        maximumElements: 20_000,
        maximumStringBytes: EventLimits.eventBytes
    )

    /// Of one line, which stands alone.
    private static let lineLimits = JSONLimits(
        maximumDepth: EventLimits.depth,
        maximumMembers: 1024,
        maximumElements: 20_000,
        maximumStringBytes: EventLimits.eventBytes
    )

    /// Reads one event after the other, so that the values of one event alone are in memory and an event that is no
    /// JSON is rejected alone.
    public static func decodeJSON(_ body: [UInt8], receivedAt: Timestamp) throws(DeliveryError) -> EventDelivery {
        guard let parts = DeliveryParts(body) else { return try decodeWhole(body, receivedAt: receivedAt) }
        try checkCount(parts.events.count)
        let frame: JSONValue
        do { frame = try JSONValue(parsing: parts.frame, limits: limits) } catch { throw fault(of: body, or: error) }
        let (object, _) = try members(of: frame)
        var reader = reader(of: object, receivedAt: receivedAt)
        try checkSize(reader, parts.events.count)
        var items: [EventDelivery.Item] = []
        for (index, event) in parts.events.enumerated() {
            // Two values without a comma between them: the list itself is broken.
            guard let item = read(event, at: index, eventLimits, &reader) else { throw fault(of: body, or: nil) }
            items.append(item)
        }
        return EventDelivery(sentAt: reader.sentAt, items: items)
    }

    /// Reads a delivery whose list of events cannot be found without reading all of it, mostly to say what is wrong
    /// with it.
    private static func decodeWhole(_ body: [UInt8], receivedAt: Timestamp) throws(DeliveryError) -> EventDelivery {
        let value: JSONValue
        do { value = try JSONValue(parsing: body, limits: limits) } catch { throw invalid(error) }
        let (object, listed) = try members(of: value)
        guard let events = listed.arrayValue else {
            throw DeliveryError(code: "wrong_type", sentence: "events must be a list.")
        }
        try checkCount(events.count)
        var reader = reader(of: object, receivedAt: receivedAt)
        try checkSize(reader, events.count)
        return EventDelivery(sentAt: reader.sentAt, items: events.enumerated().map { reader.read($1, at: $0) })
    }

    /// What is wrong with the body as a whole, with the place in it.
    private static func fault(of body: [UInt8], or known: JSONSyntaxError?) -> DeliveryError {
        do { _ = try JSONValue(parsing: body, limits: limits) } catch { return invalid(error) }
        return known.map(invalid) ?? DeliveryError(code: "invalid_json", sentence: "The list of events cannot be read.")
    }

    /// Every event carries along what the delivery says of all: a little of it a thousand times is a lot.
    private static func checkSize(_ reader: EventReader, _ count: Int) throws(DeliveryError) {
        guard reader.sharedBytes * count <= EventLimits.decompressedBytes else {
            throw DeliveryError(
                code: "too_large",
                sentence:
                    "What the delivery says of all its events is too much for \(count) of them. Send fewer at once, or say less."
            )
        }
    }

    /// - Returns: nil when more than one value stands there.
    private static func read(
        _ text: ArraySlice<UInt8>,
        at index: Int,
        _ limits: JSONLimits,
        _ reader: inout EventReader
    ) -> EventDelivery.Item? {
        do throws(JSONSyntaxError) {
            return reader.read(try JSONValue(parsing: text, limits: limits), at: index)
        } catch {
            guard error.reason != .trailingData else { return nil }
            return .rejected(refusal(error, at: index))
        }
    }

    private static func refusal(_ error: JSONSyntaxError, at index: Int) -> RejectedItem {
        let code =
            switch error.reason {
            case .tooLong, .tooMany, .nameTooLong: "too_large"
            case .tooManyMarks: "bad_value"
            default: "invalid_json"
            }
        return RejectedItem(index: index, id: nil, code: code, message: "events[\(index)]: \(error.sentence)")
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

    private static func reader(of object: JSONObject, receivedAt: Timestamp) -> EventReader {
        let sentAt = object["sent_at"].flatMap { EventTime.moment($0) }.flatMap {
            EventTime.isPlausible($0, receivedAt: receivedAt) ? $0 : nil
        }
        return EventReader(receivedAt: receivedAt, sentAt: sentAt, shared: sharedFields(object))
    }

    public static func decodeLines(_ body: [UInt8], receivedAt: Timestamp) throws(DeliveryError) -> EventDelivery {
        let lines = lines(of: body)
        try checkCount(lines.count)
        var reader = EventReader(receivedAt: receivedAt, sentAt: nil, shared: JSONObject())
        let items = lines.enumerated().map { index, line -> EventDelivery.Item in
            do throws(JSONSyntaxError) {
                return reader.read(try JSONValue(parsing: line, limits: lineLimits), at: index)
            } catch {
                return .rejected(refusal(error, at: index))
            }
        }
        return EventDelivery(sentAt: nil, items: items)
    }

    /// The lines that are not blank; of too many only one more than is taken, so that they need no room.
    private static func lines(of body: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        while start < body.count, lines.count <= EventLimits.batchItems {
            let end = body[start...].firstIndex(of: 0x0A) ?? body.count
            let line = body[start..<end]
            if !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { lines.append(line) }
            start = end + 1
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

    /// `resource`, and what the delivery says beside it: the name and version of the SDK, mostly.
    private static func sharedFields(_ object: JSONObject) -> JSONObject {
        var shared = object["resource"]?.objectValue ?? JSONObject()
        for (name, value) in object where !ownMembers.contains(ByteText(name)) && shared[name] == nil {
            shared.set(name, to: value)
        }
        return shared
    }
}
