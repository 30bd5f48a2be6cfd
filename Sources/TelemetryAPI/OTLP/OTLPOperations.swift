import Domain
import HTTPTypes
import Ingest
import WebCore

extension APIOperation {
    package static let otlpOperations: [APIOperation] = [
        otlp("exportLogs", "Takes log records of OpenTelemetry", .logs, details: logWords),
        otlp("exportProjectLogs", "Takes log records of OpenTelemetry", .logs, details: alias("/v1/logs")),
        otlp("exportTraces", "Takes spans of OpenTelemetry", .traces, details: traceWords),
        otlp("exportProjectTraces", "Takes spans of OpenTelemetry", .traces, details: alias("/v1/traces")),
    ]

    private static let logWords = """
        OTLP/HTTP. Each log record becomes an event. Answered when the records are on disk, in the encoding of the request. A record that \
        cannot be read is rejected alone, as are records beyond \(OTLPLimits.records): the response counts them. A request may be \
        \(EventLimits.decompressedBytes / 1_048_576) MiB, or \(EventLimits.compressedBytes / 1_048_576) MiB compressed. \
        Send it again after 429 or 503, or without an answer: a record that is there already is not stored again.
        """

    private static let traceWords = """
        OTLP/HTTP. A span whose name, or the name of an attribute of its own, begins with `auth.` becomes an event. All other spans are \
        counted and not kept. For the rest see `/v1/logs`.
        """

    private static func alias(_ path: String) -> String {
        "As `\(path)`, under the project of a DSN. The key must be one of the project."
    }

    private static func otlp(_ id: String, _ summary: String, _ signal: OTLPSchemas, details: String) -> APIOperation {
        APIOperation(
            id: id,
            tag: .ingest,
            summary: summary,
            details: details,
            body: Body(contents: [
                .init(schema: signal.request, example: signal.example),
                .init(mediaType: ContentType.protobuf.name, schema: signal.message),
            ]),
            answers: [
                Answer(
                    status: .ok,
                    summary: "The records are on disk, but for those that are counted as rejected.",
                    schema: signal.response,
                    binaryMediaType: ContentType.protobuf.name,
                    headers: InputDescription.acceptedDelivery
                )
            ],
            security: [[.ingestKey], [.ingestKeyField]]
        )
    }
}

extension ErrorFormat {
    /// `google.rpc.Status`, in the encoding of the request.
    static let otlp = ErrorFormat(
        prefix: "OTLP",
        binaryMediaType: ContentType.protobuf.name,
        schema: .otlpStatus,
        hasChallenge: true
    )
}

extension ErrorResponse {
    /// The error responses of OTLP/HTTP, with codes of gRPC.
    static let otlp = ingest.map { response in
        ErrorResponse(response.status, response.title, ["\(OTLPRenderer.code(response.status))"], format: .otlp)
    }
}
