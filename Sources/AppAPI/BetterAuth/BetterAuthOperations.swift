import Domain
import HTTPTypes
import StrictJSON
import UseCases
import WebCore

/// The parts that several operations of this dialect share.
extension APIOperation {
    /// The errors of a request that a browser's cookie authorises.
    static let crossSite: [WebFailure] = [.missingOrigin, .foreignOrigin]

    /// The headers by which a client describes its device; the list of sessions shows them. Longer texts are truncated.
    static let betterAuthDeviceHeaders = [
        InputDescription(.xDeviceName, Schema.text.example("Ada's iPhone"), "The name of the device."),
        InputDescription(
            .xDeviceModel,
            Schema.text.example("iPhone16,1"),
            "The model of the device; without it read from `User-Agent`."
        ),
        InputDescription(
            .xOSVersion,
            Schema.text.example("18.2"),
            "The version of the system; without it read from `User-Agent`."
        ),
        InputDescription(
            .xAppVersion,
            Schema.text.example("2.4.0"),
            "The version of the app; without it read from `User-Agent`."
        ),
    ]
}

/// The error responses of this dialect.
extension [ErrorResponse] {
    /// The responses to failures, by the tables of the dialect.
    /// - Parameter others: the failures that do not concern signing in.
    static func betterAuth(
        _ failures: [AuthFailure] = [],
        at endpoint: BetterAuthEndpoint = .other,
        or others: [WebFailure] = []
    ) -> [ErrorResponse] {
        (failures.map { WebFailure(betterAuth: $0, at: endpoint) } + others).map { failure in
            let (status, code) = BetterAuthRenderer.name(failure)
            return ErrorResponse(
                status.code,
                titles[status.code] ?? (failure.title.hasSuffix(".") ? failure.title : "\(failure.title)."),
                status == .tooManyRequests ? [] : [code],
                format: .betterAuth
            )
        }
    }

    static func betterAuth(_ route: RouteDescription) -> [ErrorResponse] {
        guard route.authentication != .none else { return [.failure(of: .betterAuth)] }
        var errors = betterAuth(
            [
                .app(.noTenant), .app(.unknownKey(expected: .publishable)), .app(.tenantSuspended),
                .app(.dialectDisabled),
            ],
            or: [.malformedRequest(.english(""))]
        )
        if [.appSession, .appAdministrator].contains(route.authentication) {
            errors += betterAuth(or: [.unauthenticated()])
        }
        if route.isWrite {
            errors += betterAuth(or: [.requestTimeout, .tooLarge(maximumBytes: 0), .unsupportedMediaType(accepted: [])])
        }
        // Changes of a user's own account and all administration are rate limited.
        if route.hasRequestLimit || (route.isWrite && route.authentication == .appSession) {
            errors += betterAuth([.limited])
        }
        return errors + ErrorResponse.failures(of: .betterAuth)
    }

    private static let titles = [
        400: "The request is malformed, has invalid fields, or does not identify an app.",
        401: "The key is not valid, or the caller is not signed in.", 403: "Not allowed.",
        408: "The body did not arrive in time.", 413: "The request is too large.",
        415: "The content type or encoding is not supported.",
        429: "Too many attempts from this IP address, for this account or in this tenant.",
    ]
}
