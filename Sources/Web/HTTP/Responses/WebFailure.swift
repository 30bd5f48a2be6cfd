import Domain
import HTTPTypes

/// Why a request is not answered with what it asked for: everything that a rendering needs to say so.
///
/// `code` and `status` are a promise to clients; `detail` says in one sentence what to do.
public struct WebFailure: Error, Sendable {
    public let status: HTTPResponse.Status
    /// Stable name of the failure, in snake case.
    public let code: String
    /// What happened, the same for every failure with this code.
    public let title: String
    /// What to do about it.
    public let detail: String
    public let fields: [FieldProblem]
    public let retryAfter: Duration?
    /// Further fields of the answer, such as `Allow`.
    public var headers: HTTPFields
    /// What it was made from, for a dialect with its own words.
    public let cause: DomainError?
    /// What a person reads instead of `detail`, in their language.
    public var words: String?

    public init(
        _ status: HTTPResponse.Status,
        _ code: String,
        title: String,
        detail: String,
        fields: [FieldProblem] = [],
        retryAfter: Duration? = nil,
        headers: HTTPFields = [:],
        cause: DomainError? = nil
    ) {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.fields = fields
        self.retryAfter = retryAfter
        self.headers = headers
        self.cause = cause
    }
}

/// Failures of the request itself, before any use case.
extension WebFailure {
    public static func malformedRequest(_ detail: String) -> WebFailure {
        WebFailure(.badRequest, "malformed_request", title: "The request cannot be read", detail: detail)
    }

    /// Nobody is signed in, or the credential is not good any more.
    public static func unauthenticated(
        _ detail: String = "Sign in, or send a key or a token that is still good."
    ) -> WebFailure {
        WebFailure(.unauthorized, "unauthenticated", title: "Not signed in", detail: detail)
    }

    /// A request that another site made the browser send, or that cannot be told from one.
    public static let crossSite = WebFailure(
        .forbidden,
        "cross_site_request",
        title: "The request came from another site",
        detail: "Open the page again and send the form from there."
    )

    public static let unknownPath = WebFailure(
        .notFound,
        "not_found",
        title: "There is nothing here",
        detail: "Check the address for a slip."
    )

    public static func methodNotAllowed(allowed: [HTTPRequest.Method]) -> WebFailure {
        let names = allowed.map(\.rawValue).joined(separator: ", ")
        return WebFailure(
            .methodNotAllowed,
            "method_not_allowed",
            title: "This cannot be done here",
            detail: "Use one of: \(names).",
            headers: [.allow: names]
        )
    }

    public static func tooLarge(maximumBytes: Int) -> WebFailure {
        WebFailure(
            .contentTooLarge,
            "too_large",
            title: "The request is too large",
            detail: "Send at most \(maximumBytes) bytes."
        )
    }

    public static func unsupportedMediaType(accepted: [String]) -> WebFailure {
        WebFailure(
            .unsupportedMediaType,
            "unsupported_media_type",
            title: "The content type does not fit",
            detail: "Send \(accepted.joined(separator: " or ")).",
            headers: [.accept: accepted.joined(separator: ", ")]
        )
    }

    public static let unsupportedEncoding = WebFailure(
        .unsupportedMediaType,
        "unsupported_encoding",
        title: "The content encoding does not fit",
        detail: "Send the content without Content-Encoding."
    )

    public static let requestTimeout = WebFailure(
        .requestTimeout,
        "request_timeout",
        title: "The request did not arrive in time",
        detail: "Send it again, in one go."
    )

    public static let internalError = WebFailure(
        .internalServerError,
        "internal_error",
        title: "Something went wrong here",
        detail: "This is not your doing. Try again; if it stays, tell the operator the request id."
    )
}
