import HTTPTypes
import Ingest
import StrictJSON
import WebCore

extension APIOperation {
    static let sentryOperations: [APIOperation] = [
        sentry(
            "sentryEnvelope",
            "Takes a Sentry envelope",
            details: words,
            body: .init(
                mediaType: "application/x-sentry-envelope",
                schema: .sentryEnvelope,
                example: .string(SentryExample.envelope)
            )
        ),
        sentry(
            "sentryStore",
            "Takes a Sentry event without an envelope",
            details: """
                The address of old SDKs. The key must be in a header field or in the query. A request has at most 8 MiB.
                """,
            body: .init(schema: .sentryEvent, example: SentryExample.event)
        ),
    ]

    private static let words = """
        For the SDKs of Sentry: their DSN is the one of an ingest key. Errors and messages become events, log containers one event \
        for each record, sessions runs of the app (release health), client reports the counts of what the client lost. \
        Transactions, attachments and every other kind are counted and not kept. A request has at most 20 MiB as it is sent, 8 MiB \
        when it is compressed with br or zstd or has its key in the envelope only. It unpacks to at most 100 MiB; what is kept of it has \
        at most 8 MiB. A payload that cannot be read is rejected alone; \
        frames that cannot be read reject the envelope. Answered when the delivery is on disk. The content type does not matter. \
        Pages of any origin may call it. \
        The key is in `X-Sentry-Auth`, `Authorization`, the query (`sentry_key`), or the `dsn` of the envelope's header.
        """

    private static func sentry(_ id: String, _ summary: String, details: String, body: Body.Content) -> APIOperation {
        APIOperation(
            id: id,
            tag: .ingest,
            summary: summary,
            details: details,
            body: Body(contents: [body]),
            answers: [
                Answer(
                    status: .ok,
                    summary: "The delivery is on disk.",
                    schema: .sentryReceipt,
                    headers: InputDescription.acceptedDelivery + [
                        InputDescription(
                            .xSentryRateLimits,
                            .text,
                            "`seconds:categories:scope:reason`: what not to send now, because too much arrives."
                        )
                    ]
                )
            ],
            security: [[.sentryAuth], [.sentryQuery], [.ingestKey]]
        )
    }
}

extension NamedSchema {
    fileprivate static let sentryEnvelope = NamedSchema(
        name: "SentryEnvelope",
        schema: Schema.text.with(
            "description",
            "A header as one line of JSON, then items: a header line each, and a payload of the `length` that it says."
        )
    )

    fileprivate static let sentryEvent = NamedSchema(
        name: "SentryEvent",
        schema: Schema(["type": "object"]).with("description", "The payload of an event of the Sentry protocol.")
    )

    fileprivate static let sentryReceipt = NamedSchema(
        name: "SentryReceipt",
        schema: Schema.object(
            [
                (
                    "id",
                    Schema(["type": "string", "pattern": "^[0-9a-f]{32}$"])
                        .example("fc6d8c0c43fc4630ad850ee518f1b9d0")
                        .with("description", "The id of the event, if the delivery has one.")
                )
            ],
            required: []
        )
    )

    fileprivate static let sentryError = NamedSchema(
        name: "SentryError",
        schema: Schema.object(
            [
                ("detail", Schema.text.example("The delivery cannot be read")),
                ("causes", Schema.list(of: .text).with("description", "What to do about it.")),
            ],
            required: ["detail", "causes"]
        )
    )
}

extension ErrorFormat {
    /// The errors of the Sentry protocol; the code is in `X-Sentry-Error`.
    static let sentry = ErrorFormat(prefix: "Sentry", schema: .sentryError)
}

extension ErrorResponse {
    /// The error responses of the Sentry protocol.
    static let sentry =
        [
            ErrorResponse(
                400,
                "The delivery cannot be read.",
                ["malformed_request", "malformed_envelope", "dsn_mismatch", "invalid_json", "wrong_type"],
                format: .sentry
            ),
            ErrorResponse(401, "There is no key, or two different ones.", ["unauthenticated"], format: .sentry),
            ErrorResponse(
                403,
                "The key is unknown, revoked or of another project, or the tenant is suspended.",
                ["unknown_key", "tenant_suspended"],
                format: .sentry
            ),
            ErrorResponse(408, "The body did not arrive in time.", ["request_timeout"], format: .sentry),
            ErrorResponse(413, "The delivery is too large.", ["too_large", "too_many"], format: .sentry),
            ErrorResponse(
                429,
                "A rate limit is exceeded, or the bytes of the day, or the share that the network of the client has of them, are used up. `X-Sentry-Rate-Limits` says of which kinds.",
                ["throttled"],
                format: .sentry
            ),
        ] + unsupportedEncodings + failures(of: .sentry)

    /// Unknown encodings are identity, so only those are rejected that this build lacks.
    private static let unsupportedEncodings =
        ContentCoding.allCases.allSatisfy(\.isSupported)
        ? []
        : [
            ErrorResponse(
                415,
                "The content encoding is not supported by this build.",
                ["unsupported_encoding"],
                format: .sentry
            )
        ]
}

private enum SentryExample {
    static let event: JSONValue = [
        "event_id": "fc6d8c0c43fc4630ad850ee518f1b9d0", "timestamp": "2026-11-21T09:04:58.120Z", "level": "error",
        "release": "com.example.app@2.4.0+17", "environment": "production", "tags": ["auth.stage": "session-store"],
        "exception": [
            "values": [
                [
                    "type": "NSOSStatusErrorDomain", "value": "Code: -25308",
                    "mechanism": [
                        "type": "NSError", "meta": ["ns_error": ["domain": "NSOSStatusErrorDomain", "code": -25308]],
                    ],
                ]
            ]
        ],
    ]

    static var envelope: String {
        #"{"event_id":"fc6d8c0c43fc4630ad850ee518f1b9d0","sent_at":"2026-11-21T09:05:00.000Z"}"#
            + "\n{\"type\":\"event\"}\n\(event.text)\n"
    }
}
