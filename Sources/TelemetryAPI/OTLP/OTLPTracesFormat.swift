import Domain
import Hummingbird
import Ingest

/// Spans of OpenTelemetry: `POST /v1/traces`.
enum OTLPTracesFormat: OTLPFormat {
    static let endpoints = [
        IngestEndpoint(path: "v1/traces", operation: "exportTraces"),
        IngestEndpoint(path: "api/{project}/otlp/v1/traces", operation: "exportProjectTraces"),
    ]

    static func decode(
        _ body: [UInt8],
        as encoding: OTLPEncoding,
        receivedAt: Timestamp
    ) throws(DeliveryError) -> EventDelivery {
        try OTLPTraces.decode(body, as: encoding, receivedAt: receivedAt)
    }

    static func reply(rejected: Int, message: String, as encoding: OTLPEncoding) -> [UInt8] {
        OTLPReply.traces(rejected: rejected, message: message, as: encoding)
    }
}
