/// The format of an error response's body.
package struct ErrorFormat: Sendable, Hashable {
    /// Begins the names of shared responses; empty for problem documents.
    package let prefix: String
    package let mediaType: String
    /// The media type of the same body in binary, when the client can choose.
    package let binaryMediaType: String?
    package let schema: NamedSchema
    /// The code of an internal error.
    package let internalError: String
    /// The code when a store cannot be reached.
    package let unavailable: String
    /// Whether a 401 has `WWW-Authenticate`.
    package let hasChallenge: Bool
    /// Whether a 429 has `X-Retry-After` besides `Retry-After`.
    package let hasOwnRetryHeader: Bool
    /// Whether the response has a request id, and a code in its body: not when the connection answers, before any route.
    package let isOfRoute: Bool

    package init(
        prefix: String,
        mediaType: String = "application/json",
        binaryMediaType: String? = nil,
        schema: NamedSchema,
        internalError: String = "internal_error",
        unavailable: String = "unavailable",
        hasChallenge: Bool = false,
        hasOwnRetryHeader: Bool = false,
        isOfRoute: Bool = true
    ) {
        self.prefix = prefix
        self.mediaType = mediaType
        self.binaryMediaType = binaryMediaType
        self.schema = schema
        self.internalError = internalError
        self.unavailable = unavailable
        self.hasChallenge = hasChallenge
        self.hasOwnRetryHeader = hasOwnRetryHeader
        self.isOfRoute = isOfRoute
    }

    package static func == (left: ErrorFormat, right: ErrorFormat) -> Bool { left.prefix == right.prefix }

    package func hash(into hasher: inout Hasher) { hasher.combine(prefix) }

    /// Problem documents (RFC 9457).
    package static let problem = ErrorFormat(
        prefix: "",
        mediaType: ProblemRenderer.contentType,
        schema: .problem,
        hasChallenge: true
    )

    /// The sentence with which a connection ends that exceeds its limits.
    package static let connection = ErrorFormat(
        prefix: "Connection",
        mediaType: "text/plain",
        schema: NamedSchema(name: "ConnectionError", schema: .text),
        isOfRoute: false
    )
}
