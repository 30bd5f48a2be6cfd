import Domain
import Hummingbird
import Ingest

/// Logs of OpenTelemetry: `POST /v1/logs`.
enum OTLPLogsFormat: OTLPFormat {
    static let endpoints = [
        IngestEndpoint(path: "v1/logs", operation: "exportLogs"),
        IngestEndpoint(path: "api/{project}/otlp/v1/logs", operation: "exportProjectLogs"),
    ]

    static func decode(
        _ body: [UInt8],
        as encoding: OTLPEncoding,
        receivedAt: Timestamp
    ) throws(DeliveryError) -> EventDelivery {
        try OTLPLogs.decode(body, as: encoding, receivedAt: receivedAt)
    }

    static func reply(rejected: Int, message: String, as encoding: OTLPEncoding) -> [UInt8] {
        OTLPReply.logs(rejected: rejected, message: message, as: encoding)
    }
}
