import Domain
import HTTPTypes

/// Why a request failed: everything that a renderer needs.
///
/// `code` and `status` are stable for clients; `detail` says in one sentence what to do.
package struct WebFailure: Error, Sendable {
    package let status: HTTPResponse.Status
    /// The stable code of the failure, in snake case.
    package let code: String
    /// What happened; equal for every failure with this code. In English, as `detail`.
    package let title: String
    /// What to do about it.
    package let detail: String
    /// The detail for a page, where failures with the same code have different ones, or for users of an app.
    private(set) package var localizableDetail: LocalizableText?
    package let fields: [FieldProblem]
    package let retryAfter: Duration?
    /// Additional fields of the response, such as `Allow`.
    package var headers: HTTPFields
    /// The original error, for a dialect with its own codes.
    package let cause: DomainError?
    /// Replaces `detail` for users, in their language.
    package var words: String?

    package init(
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

    /// With a detail that users read in their language.
    package init(
        _ status: HTTPResponse.Status,
        _ code: String,
        title: String,
        detail: LocalizableText,
        headers: HTTPFields = [:]
    ) {
        self.init(status, code, title: title, detail: detail.english, headers: headers)
        localizableDetail = detail
    }
}

/// Failures of the request itself, before any use case.
extension WebFailure {
    package static func malformedRequest(_ detail: LocalizableText) -> WebFailure {
        WebFailure(.badRequest, "malformed_request", title: "The request cannot be read", detail: detail)
    }

    /// The credential is missing, invalid or expired.
    package static func unauthenticated(_ detail: String = "Sign in, or send a valid key or token.") -> WebFailure {
        WebFailure(.unauthorized, "unauthenticated", title: "Not signed in", detail: detail)
    }

    /// The request is cross-site, or cannot be distinguished from one.
    package static let crossSite = WebFailure(
        .forbidden,
        "cross_site_request",
        title: "The request came from another site",
        detail: "Open the page again and send the form from there."
    )

    package static let unknownPath = WebFailure(
        .notFound,
        "not_found",
        title: "Page not found",
        detail: "Check the URL."
    )

    package static func methodNotAllowed(allowed: [HTTPRequest.Method]) -> WebFailure {
        let names = allowed.map(\.rawValue).joined(separator: ", ")
        return WebFailure(
            .methodNotAllowed,
            "method_not_allowed",
            title: "Method not allowed",
            detail: .localizable(
                "errors.method-not-allowed.one-of",
                "Use one of: {methods}.",
                ["methods": .text(names)]
            ),
            headers: [.allow: names]
        )
    }

    package static func tooLarge(maximumBytes: Int) -> WebFailure {
        WebFailure(
            .contentTooLarge,
            "too_large",
            title: "The request is too large",
            detail: .localizable(
                "errors.too-large.maximum",
                "Send at most {maximum} bytes.",
                ["maximum": .number(maximumBytes)]
            )
        )
    }

    package static func unsupportedMediaType(accepted: [String]) -> WebFailure {
        WebFailure(
            .unsupportedMediaType,
            "unsupported_media_type",
            title: "Unsupported content type",
            detail: .localizable(
                "errors.unsupported-media-type.types",
                "Send {types}.",
                ["types": .text(accepted.joined(separator: " or "))]
            ),
            headers: [.accept: accepted.joined(separator: ", ")]
        )
    }

    package static let unsupportedEncoding = WebFailure(
        .unsupportedMediaType,
        "unsupported_encoding",
        title: "Unsupported content encoding",
        detail: "Send the content without Content-Encoding.",
        headers: [.acceptEncoding: "identity"]
    )

    /// Names the accepted encodings in `Accept-Encoding` too (RFC 9110 §12.5.3).
    /// - Parameter accepted: those beside identity.
    package static func unsupportedEncoding(accepted: [String]) -> WebFailure {
        let names = accepted.joined(separator: ", ")
        return WebFailure(
            .unsupportedMediaType,
            "unsupported_encoding",
            title: unsupportedEncoding.title,
            detail: .localizable(
                "errors.unsupported-encoding.accepted",
                "Send the content without Content-Encoding, or with one of these: {encodings}.",
                ["encodings": .text(names)]
            ),
            headers: [.acceptEncoding: names]
        )
    }

    package static let requestTimeout = WebFailure(
        .requestTimeout,
        "request_timeout",
        title: "The request did not arrive in time",
        detail: "Send it again, in one go."
    )

    package static let internalError = WebFailure(
        .internalServerError,
        "internal_error",
        title: "Something went wrong",
        detail: "This is an error of Gatehouse. Try again. If it persists, send the request ID to the operator."
    )

    /// Adds the header that a 401 must have (RFC 9110 §11.6.1, RFC 6750 §3).
    package func challenging(withToken: Bool) -> WebFailure {
        var failure = self
        failure.headers[.wwwAuthenticate] =
            "Bearer realm=\"gatehouse\"" + (withToken ? ", error=\"invalid_token\"" : "")
        return failure
    }
}

/// An error of reading a request, with its response.
protocol WebFailureConvertible: Error {
    var webFailure: WebFailure { get }
}
