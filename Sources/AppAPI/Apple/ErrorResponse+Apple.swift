import WebCore

extension ErrorResponse {
    /// The error responses to Apple.
    static let apple =
        [
            ErrorResponse(
                400,
                "The notification is not signed by Apple for this tenant's app.",
                ["invalid_notification", "malformed_request"]
            ),
            ErrorResponse(404, "The tenant does not exist or has not set up Sign in with Apple.", ["tenant_not_found"]),
            ErrorResponse(408, "The body did not arrive in time.", ["request_timeout"]),
            ErrorResponse(413, "The request is too large.", ["too_large"]),
        ] + failures(of: .problem)
}
