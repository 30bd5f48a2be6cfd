import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import WebCore

/// Renders errors as GoTrue does, in the format of the request's API version.
///
/// From 2024-01-01 on the format is `{"code": "…", "message": "…"}`, before `{"code": 400, "error_code": "…", "msg":
/// "…"}`. The code is in `x-sb-error-code` too. A client accepts the first format only when the response names its
/// version.
package struct GoTrueRenderer: ErrorRenderer {
    /// The first API version whose `code` is a string.
    static let version = "2024-01-01"

    package init() {}

    package func response(for failure: WebFailure, to request: Request, context: GatehouseContext) -> Response {
        if WebFailure.oauthCodes.contains(failure.code) { return Self.oauth(failure) }
        let reasons = Self.passwordReasons(failure.fields)
        let (status, code) = Self.name(failure)
        let message = failure.words ?? failure.detail
        var headers: HTTPFields = [.xSBErrorCode: code]
        ClientOrigins.goTrue.expose(&headers)
        let isNew = Self.asksForVersion(request.headers)
        var body: JSONObject =
            isNew
            ? ["code": .string(code), "message": .string(message)]
            : ["code": .integer(Int64(status.code)), "error_code": .string(code), "msg": .string(message)]
        if isNew { headers[.xSupabaseAPIVersion] = Self.version }
        if let reasons { body.append("weak_password", ["reasons": .array(reasons.map { .string($0) })]) }
        if !isNew, status.code >= 500 { body.append("error_id", .string(context.requestID)) }
        return .json(.object(body), status: status, headers: headers)
    }

    /// Some failures of an identity token are in the format of OAuth; their texts are never the tenant's.
    private static func oauth(_ failure: WebFailure) -> Response {
        var headers: HTTPFields = [.cacheControl: "no-store"]
        ClientOrigins.goTrue.expose(&headers)
        return .json(
            ["error": .string(failure.code), "error_description": .string(failure.detail)],
            status: failure.status,
            headers: headers
        )
    }

    /// The upstream status and code of an error.
    static func name(_ failure: WebFailure) -> (status: HTTPResponse.Status, code: String) {
        guard passwordReasons(failure.fields) == nil else { return (.unprocessableContent, "weak_password") }
        return known[failure.code] ?? (failure.status, failure.code)
    }

    /// Later dates select this version too; an invalid date selects the oldest.
    static func asksForVersion(_ headers: HTTPFields) -> Bool {
        guard let text = headers[.xSupabaseAPIVersion], text.utf8.count == 10,
            text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil,
            Timestamp(rfc3339: "\(text)T00:00:00Z") != nil
        else { return false }
        return text >= version
    }

    /// The reasons when only a password is invalid; nil when another field is too.
    private static func passwordReasons(_ problems: [FieldProblem]) -> [String]? {
        let reasons = problems.map { problem in
            switch (problem.field, problem.rule) {
            case ("password", .tooShort): "length"
            case ("password", .commonPassword): "pwned"
            default: nil as String?
            }
        }
        let known = reasons.compactMap { $0 }
        return known.isEmpty || known.count < reasons.count ? nil : known
    }

    /// Our codes that have another name or status upstream.
    private static let known: [String: (HTTPResponse.Status, String)] = [
        "malformed_request": (.badRequest, "bad_json"),
        "several_credentials": (.badRequest, "validation_failed"),
        "invalid_fields": (.badRequest, "validation_failed"),
        "no_tenant": (.unauthorized, "no_authorization"),
        "unknown_key": (.unauthorized, "no_authorization"),
        "unauthenticated": (.unauthorized, "no_authorization"),
        "dialect_disabled": (.forbidden, "feature_disabled"),
        "too_large": (.contentTooLarge, "request_entity_too_large"),
        "request_timeout": (.gatewayTimeout, "request_timeout"),
        "unsupported_encoding": (.unsupportedMediaType, "validation_failed"),
        "throttled": (.tooManyRequests, "over_request_rate_limit"),
        "internal_error": (.internalServerError, "unexpected_failure"),
        "unavailable": (.serviceUnavailable, "unexpected_failure"),
    ]
}

extension ErrorFormat {
    /// The errors of GoTrue.
    static let goTrue = ErrorFormat(prefix: "GoTrue", schema: .goTrueError)
}
