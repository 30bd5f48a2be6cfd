import StrictJSON
import WebCore

/// The schemas of one signal of OTLP.
struct OTLPSchemas: Sendable {
    let request: NamedSchema
    /// The request in protobuf.
    let message: NamedSchema
    let response: NamedSchema
    let example: JSONValue

    static let logs = OTLPSchemas(
        request: request("OTLPLogs", list: "resourceLogs", of: "`ResourceLogs`"),
        message: message("OTLPLogsMessage", "ExportLogsServiceRequest"),
        response: response("OTLPLogsResult", count: "rejectedLogRecords"),
        example: [
            "resourceLogs": [
                [
                    "resource": ["attributes": [attribute("service.version", "2.4.0")]],
                    "scopeLogs": [
                        [
                            "logRecords": [
                                [
                                    "timeUnixNano": "1795251898120000000", "severityNumber": 17,
                                    "body": ["stringValue": "The item could not be read."],
                                    "attributes": [
                                        attribute("auth.stage", "session-store"),
                                        attribute("auth.error.domain", "NSOSStatusErrorDomain"),
                                        attribute("auth.error.code", "-25308"),
                                    ],
                                    "traceId": "4bf92f3577b34da6a3ce929d0e0e4736",
                                ]
                            ]
                        ]
                    ],
                ]
            ]
        ]
    )

    static let traces = OTLPSchemas(
        request: request("OTLPTraces", list: "resourceSpans", of: "`ResourceSpans`"),
        message: message("OTLPTracesMessage", "ExportTraceServiceRequest"),
        response: response("OTLPTracesResult", count: "rejectedSpans"),
        example: [
            "resourceSpans": [
                [
                    "resource": ["attributes": [attribute("service.name", "shop-backend")]],
                    "scopeSpans": [
                        [
                            "spans": [
                                [
                                    "traceId": "4bf92f3577b34da6a3ce929d0e0e4736", "spanId": "00f067aa0ba902b7",
                                    "name": "POST /session", "kind": 2, "startTimeUnixNano": "1795251898120000000",
                                    "endTimeUnixNano": "1795251898160000000",
                                    "attributes": [attribute("auth.stage", "api-use")],
                                ]
                            ]
                        ]
                    ],
                ]
            ]
        ]
    )

    private static func attribute(_ name: String, _ text: String) -> JSONValue {
        ["key": .string(name), "value": ["stringValue": .string(text)]]
    }

    private static func request(_ name: String, list: String, of elements: String) -> NamedSchema {
        let groups = Schema(["type": "array", "items": ["type": "object"]])
            .with("description", .string("\(elements) in the JSON encoding of protobuf."))
        return NamedSchema(
            name: name,
            schema: Schema.object([(list, groups)], required: []).with("additionalProperties", true)
        )
    }

    private static func message(_ name: String, _ type: String) -> NamedSchema {
        NamedSchema(name: name, schema: Schema.binary.with("description", .string("`\(type)` of opentelemetry-proto.")))
    }

    private static func response(_ name: String, count: String) -> NamedSchema {
        let success = Schema.object(
            [
                (count, Schema.text.example("1").with("description", "How many were not stored, as text.")),
                ("errorMessage", Schema.text.with("description", "Why; the first reason of several.")),
            ],
            required: [count, "errorMessage"]
        )
        return NamedSchema(
            name: name,
            schema: Schema.object([("partialSuccess", success)], required: [])
                .with("description", "Empty when nothing was rejected. In the encoding of the request.")
        )
    }
}

extension NamedSchema {
    static let otlpStatus = NamedSchema(
        name: "OTLPStatus",
        schema: Schema.object(
            [
                ("code", Schema(["type": "integer"]).example(3).with("description", "Of `google.rpc.Code`.")),
                ("message", Schema.text.with("description", "What happened, and what to do about it.")),
                ("details", Schema(["type": "array", "maxItems": 0])),
            ],
            required: ["code", "message", "details"]
        )
        .with("description", "`google.rpc.Status`, in the encoding of the request.")
    )
}
