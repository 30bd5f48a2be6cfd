import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import WebCore

/// Renders errors as Better Auth does: `{"code": "UPPER_SNAKE", "message": "…"}`.
///
/// Clients branch on status and code, so both are upstream's: a taken address is 422, an unknown path or method is 404
/// without a body, and a rate limit error has only a message and `X-Retry-After`.
package struct BetterAuthRenderer: ErrorRenderer {
    package init() {}

    package func response(for failure: WebFailure, to request: Request, context: GatehouseContext) -> Response {
        var response = Self.response(for: failure, to: request)
        ClientOrigins.betterAuth.expose(&response.headers)
        return response
    }

    private static func response(for failure: WebFailure, to request: Request) -> Response {
        switch failure.code {
        case "not_found", "method_not_allowed": return Response(status: .notFound)
        case "throttled":
            let wait = String(max(1, (failure.retryAfter ?? .zero).secondsRoundedUp))
            return .json(
                ["message": .string(failure.words ?? failure.detail)],
                status: failure.status,
                headers: [.xRetryAfter: wait]
            )
        case "invalid_fields":
            let message = failure.words ?? Self.message(failure.fields, in: request.method == .get ? "query" : "body")
            return answer(failure, message)
        default: return answer(failure, failure.words ?? failure.detail)
        }
    }

    private static func answer(_ failure: WebFailure, _ message: String) -> Response {
        let (status, code) = name(failure)
        return .json(["code": .string(code), "message": .string(message)], status: status)
    }

    /// The upstream status and code of an error. Of several invalid fields the first determines the code, in upstream's
    /// order.
    static func name(_ failure: WebFailure) -> (status: HTTPResponse.Status, code: String) {
        guard failure.code == "invalid_fields" else {
            return known[failure.code] ?? (failure.status, failure.code.uppercased())
        }
        return (.badRequest, failure.fields.lazy.compactMap(code).first ?? "VALIDATION_ERROR")
    }

    /// The codes of all protocols that have another name or status upstream; the others are upper-cased.
    private static let known: [String: (status: HTTPResponse.Status, code: String)] = [
        "malformed_request": (.badRequest, "BAD_REQUEST"),
        "several_credentials": (.badRequest, "BAD_REQUEST"),
        "no_tenant": (.badRequest, "MISSING_API_KEY"),
        "unknown_key": (.unauthorized, "INVALID_API_KEY"),
        "unauthenticated": (.unauthorized, "UNAUTHORIZED"),
        "account_disabled": (.forbidden, "BANNED_USER"),
        "email_taken": (.unprocessableContent, "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL"),
        "too_large": (.contentTooLarge, "PAYLOAD_TOO_LARGE"),
        "unsupported_encoding": (.unsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE"),
        "internal_error": (.internalServerError, "INTERNAL_SERVER_ERROR"),
        "unavailable": (.serviceUnavailable, "SERVICE_UNAVAILABLE"),
    ]

    /// Describes all invalid fields.
    private static func message(_ problems: [FieldProblem], in place: String) -> String {
        let isSimple = problems.count == 1 && problems.contains { code(of: $0) != nil }
        return problems.map { isSimple ? $0.rule.sentence : "[\(place).\($0.field)] \($0.rule.sentence)" }.joined(
            separator: "; "
        )
    }

    private static func code(of problem: FieldProblem) -> String? {
        switch (problem.field, problem.rule) {
        case ("email", .malformed), ("email", .tooLong): "INVALID_EMAIL"
        case ("password", .tooShort): "PASSWORD_TOO_SHORT"
        case ("password", .tooLong): "PASSWORD_TOO_LONG"
        case ("password", .commonPassword): "PASSWORD_COMPROMISED"
        default: nil
        }
    }
}

extension ErrorFormat {
    /// The errors of Better Auth.
    static let betterAuth = ErrorFormat(
        prefix: "BetterAuth",
        schema: .betterAuthError,
        internalError: "INTERNAL_SERVER_ERROR",
        unavailable: "SERVICE_UNAVAILABLE",
        hasOwnRetryHeader: true
    )
}
