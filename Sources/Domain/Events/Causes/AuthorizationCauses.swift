/// Errors of Apple's sign-in sheet and of the frameworks beneath it.
enum AuthorizationCauses {
    /// `ASAuthorizationError.Code`
    static let sheet: [Cause] = [
        .row(1000, "unknown", "apple.sheet.unknown", .failed).vague,
        .row(1001, "canceled", "apple.sheet.cancelled", .cancelled),
        .row(1002, "invalidResponse", "apple.sheet.invalid_response", .failed),
        .row(1003, "notHandled", "apple.sheet.not_handled", .failed),
        .row(1004, "failed", "apple.sheet.failed", .failed).vague,
        .row(1005, "notInteractive", "apple.sheet.not_interactive", .skipped),
        .row(1006, "matchedExcludedCredential", "passkey.already_registered", .rejected),
        .row(1007, "credentialImport", "passkey.import_failed", .failed),
        .row(1008, "credentialExport", "passkey.export_failed", .failed),
        .row(1009, "preferSignInWithApple", "apple.sheet.prefers_siwa", .cancelled),
        .row(1010, "deviceNotConfiguredForPasskeyCreation", "passkey.device_not_ready", .rejected),
    ]

    static let accountKit: [Cause] = [
        .row(-7026, "missingEntitlement", "cause.missing_entitlement", .failed),
        .row(-7022, "accountOrConfiguration", "cause.account_or_config", .failed),
        .row(-7003, "notCompleted", "cause.apple_auth_not_completed", .failed),
        .row(-7034, "credential", "cause.account_credential", .failed),
        .row(-7066, "attestation", "cause.device_attestation", .failed),
        .row(-7018, "anisette", "cause.device_attestation", .failed),
    ]

    /// Private codes of the daemon: kept, but the sheet's own error says more.
    static let agent: [Cause] = [.row("*", "cause.as_agent", .failed).vague]

    static let webKit: [Cause] = [.row("*", "cause.webkit", .failed)]

    /// `ASWebAuthenticationSessionError.Code`
    static let webSession: [Cause] = [
        .row(1, "canceledLogin", "web.sheet.cancelled", .cancelled),
        .row(2, "presentationContextNotProvided", "web.sheet.no_anchor", .failed),
        .row(3, "presentationContextInvalid", "web.sheet.bad_anchor", .failed),
    ]
}
