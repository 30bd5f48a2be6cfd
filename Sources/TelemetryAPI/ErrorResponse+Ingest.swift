import WebCore

extension ErrorResponse {
    /// The error responses of an operation of ingest.
    package static func ingest(_ operation: APIOperation) -> [ErrorResponse] {
        if APIOperation.otlpOperations.contains(where: { $0.id == operation.id }) { return otlp }
        return APIOperation.sentryOperations.contains { $0.id == operation.id } ? sentry : ingest
    }

    /// The error responses of the native format.
    static let ingest =
        [
            ErrorResponse(
                400,
                "The delivery cannot be parsed.",
                ["malformed_request", "invalid_json", "missing_field", "wrong_type"]
            ),
            ErrorResponse(401, "No ingest key, or none that is good.", ["unauthenticated"]),
            ErrorResponse(403, "The tenant is suspended.", ["tenant_suspended"]),
            ErrorResponse(408, "The body did not arrive in time.", ["request_timeout"]),
            ErrorResponse(413, "The delivery is too large.", ["too_large", "too_many"]),
            ErrorResponse(
                415,
                "The content type or encoding is not supported.",
                ["unsupported_media_type", "unsupported_encoding"]
            ),
            ErrorResponse(
                429,
                "The rate limit of the key, the IP address or its network is exceeded, or the key's or the tenant's bytes of the day, or the share that the IP address or its network has of them, are used up.",
                ["throttled"]
            ),
            failure(of: .problem),
            ErrorResponse(
                503,
                "Too many deliveries are in progress, or the store cannot write; nothing was stored. Send it again.",
                ["unavailable"]
            ),
        ]
}
