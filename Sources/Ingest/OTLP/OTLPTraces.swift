import Domain
import StrictJSON

/// Spans of OpenTelemetry (OTLP/HTTP, `ExportTraceServiceRequest`).
///
/// A span is about sign-in when its name, or the name of an attribute of its own, begins with `auth.`. It becomes an
/// event like a log record (`OTLPLogs`), at its start, with its duration as `duration_ms`. The last event `exception` of
/// the span is its error, and a status that is an error means that it failed. All other spans are counted only.
public enum OTLPTraces: OTLPSignal {
    static let names = OTLPNames(resources: "resourceSpans", scopes: "scopeSpans", records: "spans")
    static let category = ItemCategory.span

    /// - Throws: `invalid_protobuf`, `invalid_json`, `wrong_type`, `too_many`: nothing in the request can be read.
    public static func decode(
        _ body: [UInt8],
        as encoding: OTLPEncoding,
        receivedAt: Timestamp
    ) throws(DeliveryError) -> EventDelivery {
        switch encoding {
        case .protobuf: try ProtobufDecoder<OTLPTraces>.decode(body, receivedAt: receivedAt)
        case .json: try OTLPJSONDecoder<OTLPTraces>.decode(body, receivedAt: receivedAt)
        }
    }

    static func record(protobuf bytes: [UInt8], in range: Range<Int>, path: String) throws(ItemError) -> OTLPSpan {
        try OTLPSpan(protobuf: bytes, in: range, path: path)
    }

    static func record(json object: JSONObject, path: String) throws(ItemError) -> OTLPSpan {
        try OTLPSpan(json: object, path: path)
    }

    static func event(_ span: OTLPSpan, of shared: OTLPShared, _ mapper: inout OTLPMapper) -> DecodedEvent? {
        mapper.event(span, of: shared)
    }
}
