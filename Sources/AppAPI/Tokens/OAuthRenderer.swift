import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import WebCore

/// Renders a failure in the format of RFC 6749 §5.2, `{"error", "error_description"}`, with our own `code`, the
/// request id and the reference added.
package struct OAuthRenderer: ErrorRenderer {
    package init() {}

    package func response(for failure: WebFailure, to request: Request, context: GatehouseContext) -> Response {
        // RFC 6749 uses 400 for invalid parameters.
        let status = failure.status == .unprocessableContent ? .badRequest : failure.status
        var body: JSONObject = [
            "error": .string(Self.error(status)), "error_description": .string(failure.detail),
            "code": .string(failure.code),
            "request_id": .string(context.requestID),
        ]
        if let reference = context.identity.reference { body.append("reference", .string(reference.description)) }
        return .json(.object(body), status: status)
    }

    private static func error(_ status: HTTPResponse.Status) -> String {
        switch status.code {
        case 401: "invalid_client"
        case 403: "unauthorized_client"
        case 503, 429: "temporarily_unavailable"
        case 500...: "server_error"
        default: "invalid_request"
        }
    }
}

extension NamedSchema {
    static let oauthError = NamedSchema(
        name: "OAuthError",
        schema: .object(
            [
                (
                    "error",
                    .oneOf([
                        "invalid_client", "unauthorized_client", "temporarily_unavailable", "server_error",
                        "invalid_request",
                    ])
                ),
                ("error_description", Schema.text.example("Send a secret key (gh_sk_…) that is not revoked.")),
                ("code", Schema.text.example("unauthenticated")), ("request_id", .uuid),
                ("reference", .attemptReference),
            ],
            required: ["error", "error_description", "code", "request_id", "reference"]
        )
    )
}

extension ErrorResponse {
    /// The error responses of the token routes.
    static func tokens(_ route: RouteDescription) -> [ErrorResponse] {
        let absent = ErrorResponse(404, "There is no such tenant.", ["tenant_not_found"], format: .oauth)
        guard route.authentication != .none else { return [absent] + failures(of: .oauth) }
        return [
            ErrorResponse(
                400,
                "The request is malformed or has invalid fields.",
                ["malformed_request", "invalid_fields", "several_credentials"],
                format: .oauth
            ),
            ErrorResponse(401, "The tenant's secret key is missing or invalid.", ["unauthenticated"], format: .oauth),
            ErrorResponse(403, "The tenant is suspended.", ["tenant_suspended"], format: .oauth),
            ErrorResponse(408, "The body did not arrive in time.", ["request_timeout"], format: .oauth),
            ErrorResponse(413, "The request is too large.", ["too_large"], format: .oauth),
            ErrorResponse(
                415,
                "The content type or encoding is not supported.",
                ["unsupported_media_type", "unsupported_encoding"],
                format: .oauth
            ),
        ] + failures(of: .oauth)
    }
}

extension ErrorFormat {
    /// The errors of OAuth 2.0 (RFC 6749 §5.2).
    static let oauth = ErrorFormat(prefix: "OAuth", schema: .oauthError, hasChallenge: true)
}
