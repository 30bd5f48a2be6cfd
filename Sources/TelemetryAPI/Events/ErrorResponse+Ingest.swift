import WebCore

extension ErrorResponse {
    /// The error responses of ingest.
    package static let ingest =
        [
            ErrorResponse(
                400,
                "Nothing of the delivery can be read.",
                ["malformed_request", "invalid_json", "missing_field", "wrong_type"]
            ),
            ErrorResponse(401, "No ingest key, or none that is good.", ["unauthenticated"]),
            ErrorResponse(403, "The tenant is suspended.", ["tenant_suspended"]),
            ErrorResponse(408, "The body did not arrive in time.", ["request_timeout"]),
            ErrorResponse(413, "The delivery is too large.", ["too_large", "too_many"]),
            ErrorResponse(
                415,
                "The content type or encoding does not fit.",
                ["unsupported_media_type", "unsupported_encoding"]
            ),
            ErrorResponse(
                429,
                "The key, the address or its network sends too much at once, or the key or its tenant has stored its bytes of the day.",
                ["throttled"]
            ),
            failure(of: .problem),
            ErrorResponse(
                503,
                "Too many deliveries are under way, or the store cannot write; nothing was stored. Send it again.",
                ["unavailable"]
            ),
        ]
}
