import StrictJSON
import WebCore

/// The parts that several operations of this dialect share.
extension APIOperation {
    static let betterAuthThrottled = ErrorResponse(
        429,
        "Too many attempts from this IP address, for this account or in this tenant.",
        [],
        format: .betterAuth
    )

    /// The errors of a request that a browser's cookie authorises.
    static let betterAuthCrossSite = ErrorResponse(
        403,
        "",
        ["MISSING_OR_NULL_ORIGIN", "INVALID_ORIGIN"],
        format: .betterAuth
    )

    /// The error of an action that requires a session less than a day old.
    static let betterAuthNotFresh = ErrorResponse(403, "", ["SESSION_NOT_FRESH"], format: .betterAuth)

    /// The headers by which a client describes its device; the list of sessions shows them. Longer texts are truncated.
    static let betterAuthDeviceHeaders = [
        InputDescription("x-device-name", Schema.text.example("Ada's iPhone"), "The name of the device."),
        InputDescription(
            "x-device-model",
            Schema.text.example("iPhone16,1"),
            "The model of the device; without it read from `User-Agent`."
        ),
        InputDescription(
            "x-os-version",
            Schema.text.example("18.2"),
            "The version of the system; without it read from `User-Agent`."
        ),
        InputDescription(
            "x-app-version",
            Schema.text.example("2.4.0"),
            "The version of the app; without it read from `User-Agent`."
        ),
    ]
}

/// The error responses of this dialect.
extension ErrorResponse {
    static func betterAuth(_ route: RouteDescription, _ operation: APIOperation) -> [ErrorResponse] {
        guard route.authentication != .none else { return [failure(of: .betterAuth)] }
        var errors = [
            ErrorResponse(
                400,
                "The request is malformed, has invalid fields, or does not identify an app.",
                ["BAD_REQUEST", "MISSING_API_KEY"],
                format: .betterAuth
            ),
            ErrorResponse(
                401,
                "The key is not valid, or the caller is not signed in.",
                ["INVALID_API_KEY"],
                format: .betterAuth
            ),
            ErrorResponse(403, "Not allowed.", ["TENANT_SUSPENDED", "DIALECT_DISABLED"], format: .betterAuth),
        ]
        if [.appSession, .appAdministrator].contains(route.authentication) { errors[1].codes.append("UNAUTHORIZED") }
        if route.isWrite {
            errors += [
                ErrorResponse(408, "The body did not arrive in time.", ["REQUEST_TIMEOUT"], format: .betterAuth),
                ErrorResponse(413, "The request is too large.", ["PAYLOAD_TOO_LARGE"], format: .betterAuth),
                ErrorResponse(
                    415,
                    "The content type or encoding is not supported.",
                    ["UNSUPPORTED_MEDIA_TYPE"],
                    format: .betterAuth
                ),
            ]
        }
        // Changes of a user's own account and all administration are rate limited.
        if route.hasRequestLimit || (route.isWrite && route.authentication == .appSession) {
            errors.append(APIOperation.betterAuthThrottled)
        }
        return errors + failures(of: .betterAuth)
    }
}
