/// Errors on the device between Apple's response and the server.
enum DeviceCauses {
    /// `LAError.Code`
    static let biometry: [Cause] = [
        .row(-1, "authenticationFailed", "biometry.failed", .rejected),
        .row(-2, "userCancel", "biometry.cancelled", .cancelled),
        .row(-3, "userFallback", "biometry.fallback", .skipped),
        .row(-4, "systemCancel", "biometry.system_cancelled", .cancelled),
        .row(-5, "passcodeNotSet", "device.no_passcode", .rejected),
        .row(-6, "biometryNotAvailable", "biometry.unavailable", .skipped),
        .row(-7, "biometryNotEnrolled", "biometry.unavailable", .skipped),
        .row(-8, "biometryLockout", "biometry.locked", .rejected),
        .row(-9, "appCancel", "biometry.app_cancelled", .cancelled),
        .row(-1004, "notInteractive", "biometry.not_interactive", .skipped),
    ]

    /// `ASAuthorizationAppleIDProvider.CredentialState`, where 1 is *authorized*.
    static let credentialState: [Cause] = [
        .row(0, "revoked", "apple.credential.revoked", .rejected),
        .row(2, "notFound", "apple.credential.not_found", .rejected),
        .row(3, "transferred", "apple.credential.transferred", .failed),
        .row("check_unavailable", "apple.credential.check_unavailable", .degraded),
    ]

    /// Errors that an app detects itself.
    static let local: [Cause] = [
        .row("identity_token_missing", "credential.no_identity_token", .failed),
        .row("authorization_code_missing", "credential.no_auth_code", .degraded),
        .row("nonce_missing", "credential.nonce", .failed),
        .row("nonce_mismatch", "credential.nonce", .failed),
        .row("state_mismatch", "credential.state", .failed),
        .row("name_email_absent", "credential.profile_absent", .success),
        .row("double_resume", "client.flow_bug", .failed),
        .row("controller_deallocated", "client.flow_bug", .failed),
        .row("double_flow", "client.double_request", .failed),
        .row("pinning_mismatch", "tls.pinning", .failed),
    ]
}
