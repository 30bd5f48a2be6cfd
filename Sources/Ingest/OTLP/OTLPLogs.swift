import Domain
import StrictJSON

/// Log records of OpenTelemetry (OTLP/HTTP, `ExportLogsServiceRequest`).
///
/// Each record becomes an event:
/// - attributes of the record, of its scope and of its resource become dimensions by `EventDimension`; those of the
///   record take precedence. All others are kept as attributes, flattened, within `EventLimits`;
/// - the trace id names the attempt, unless `auth.attempt.id` does;
/// - `log.record.uid` is its id. Without one the id is derived from the record, its resource and its scope, and from
///   its number among equal records of the request, so that a repeated request is stored once;
/// - a record without a time has the time at which it was observed, else the time of receipt;
/// - the error is from `auth.error.*`, `exception.*` and `error.type`, its message or the body is the message.
///
/// A record that cannot be read is rejected alone. See `OTLPLimits` for requests that are too large.
public enum OTLPLogs: OTLPSignal {
    static let names = OTLPNames(resources: "resourceLogs", scopes: "scopeLogs", records: "logRecords")
    static let category = ItemCategory.log

    /// - Throws: `invalid_protobuf`, `invalid_json`, `wrong_type`, `too_many`: nothing in the request can be read.
    public static func decode(
        _ body: [UInt8],
        as encoding: OTLPEncoding,
        receivedAt: Timestamp
    ) throws(DeliveryError) -> EventDelivery {
        switch encoding {
        case .protobuf: try ProtobufDecoder<OTLPLogs>.decode(body, receivedAt: receivedAt)
        case .json: try OTLPJSONDecoder<OTLPLogs>.decode(body, receivedAt: receivedAt)
        }
    }

    static func record(protobuf bytes: [UInt8], in range: Range<Int>, path: String) throws(ItemError) -> OTLPLogRecord {
        try OTLPLogRecord(protobuf: bytes, in: range, path: path)
    }

    static func record(json object: JSONObject, path: String) throws(ItemError) -> OTLPLogRecord {
        try OTLPLogRecord(json: object, path: path)
    }

    static func event(_ record: OTLPLogRecord, of shared: OTLPShared, _ mapper: inout OTLPMapper) -> DecodedEvent? {
        mapper.event(record, of: shared)
    }
}
