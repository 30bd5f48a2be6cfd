import HTTPTypes
import StrictJSON
import WebCore

extension APIOperation {
    package static let healthOperations: [APIOperation] = [
        APIOperation(
            id: "getLiveness",
            tag: .operations,
            summary: "Reports liveness",
            answers: [.ok("It does.", .health)]
        ),
        APIOperation(
            id: "getHealth",
            tag: .operations,
            summary: "Reports health to GoTrue clients",
            answers: [.ok("It does.", .health)]
        ),
        APIOperation(
            id: "getReadiness",
            tag: .operations,
            summary: "Reports readiness",
            details:
                "Users can sign in. `degraded` lists what does not work, such as storing telemetry.",
            answers: [
                .ok("They can.", .ready),
                Answer(
                    status: .serviceUnavailable,
                    summary: "Users cannot sign in. `failing` lists the reasons.",
                    schema: .readiness,
                    headers: [
                        InputDescription(.retryAfter, .count, isRequired: true, "The number of seconds to wait.")
                    ]
                ),
            ]
        ),
        APIOperation(
            id: "getMetrics",
            tag: .operations,
            summary: "Returns metrics in the text format of Prometheus",
            details:
                "When a metrics token is configured, it is required as bearer token; otherwise only requests from the same machine are allowed.",
            answers: [
                Answer(
                    status: .ok,
                    summary: "All series.",
                    schema: NamedSchema(name: "Metrics", schema: .text),
                    mediaType: "text/plain"
                )
            ],
            errors: [
                ErrorResponse(401, "Not with the token that was set.", ["unauthenticated"]),
                ErrorResponse(404, "No token is set, and the request is not from this machine.", ["not_found"]),
            ],
            security: [[.metricsToken], []]
        ),
    ]
}

extension NamedSchema {
    fileprivate static let health = NamedSchema(
        name: "Health",
        schema: .object([("status", .oneOf(["ok"]))], required: ["status"])
    )
    fileprivate static let ready = NamedSchema(
        name: "Ready",
        schema: .object([("status", .oneOf(["ready"])), ("degraded", degraded)], required: ["status"])
    )
    private static let degraded = Schema.list(of: Schema.text.example("events"))
    fileprivate static let readiness = NamedSchema(
        name: "NotReady",
        schema: .object(
            [
                ("status", .oneOf(["not_ready"])), ("failing", .list(of: Schema.text.example("control"))),
                ("degraded", degraded),
            ],
            required: ["status", "failing"]
        )
    )
}
