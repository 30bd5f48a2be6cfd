/// Apple's sign-in sheet, passkeys, and the errors beneath them.
enum SheetEntries {
    static let all: [CauseEntry] = [
        .entry("apple.sheet.cancelled", .cancelled, fault: .user, retry: .afterUserAction, at: [.appleSheet]),
        .entry("apple.sheet.no_ui_or_no_credential", .skipped, fault: .app, retry: .afterUserAction, at: [.appleSheet]),
        .entry("apple.sheet.unknown", .failed, fault: .setup, retry: .afterUserAction, at: [.appleSheet]),
        .entry("apple.sheet.invalid_response", .failed, fault: .apple, retry: .yes, at: [.appleSheet]),
        .entry("apple.sheet.not_handled", .failed, fault: .app, retry: .no, at: [.appleSheet]),
        .entry("apple.sheet.failed", .failed, fault: .setup, retry: .no, at: [.appleSheet]),
        .entry("apple.sheet.not_interactive", .skipped, fault: .app, retry: .afterUserAction, at: [.appleSheet]),
        .entry("apple.sheet.prefers_siwa", .cancelled, fault: .user, retry: .no, at: [.appleSheet]),
        .entry("apple.sheet.unclassified", .failed, fault: .gatehouse, retry: .no, at: [.appleSheet]),
        .entry("passkey.already_registered", .rejected, fault: .user, retry: .no, at: [.appleSheet]),
        .entry("passkey.import_failed", .failed, fault: .apple, retry: .yes, at: [.appleSheet]),
        .entry("passkey.export_failed", .failed, fault: .apple, retry: .yes, at: [.appleSheet]),
        .entry("passkey.device_not_ready", .rejected, fault: .user, retry: .afterUserAction, at: [.appleSheet]),
        .entry("cause.missing_entitlement", .failed, fault: .setup, retry: .no, at: [.appleSheet]),
        .entry("cause.account_or_config", .failed, fault: .setup, retry: .afterUserAction, at: [.appleSheet]),
        .entry("cause.apple_auth_not_completed", .failed, fault: .user, retry: .afterUserAction, at: [.appleSheet]),
        .entry("cause.account_credential", .failed, fault: .user, retry: .afterUserAction, at: [.appleSheet]),
        .entry("cause.device_attestation", .failed, fault: .user, retry: .no, at: [.appleSheet]),
        .entry("cause.as_agent", .failed, fault: .apple, retry: .yes, at: [.appleSheet]),
        .entry("cause.launchservices_db", .failed, fault: .apple, retry: .no, at: [.appleSheet]),
        .entry("cause.webkit", .failed, fault: .app, retry: .afterUserAction, at: [.appleSheet]),
        .entry("web.sheet.cancelled", .cancelled, fault: .user, retry: .afterUserAction, at: [.appleSheet]),
        .entry("web.sheet.no_anchor", .failed, fault: .app, retry: .no, at: [.ui]),
        .entry("web.sheet.bad_anchor", .failed, fault: .app, retry: .no, at: [.ui]),
    ]
}
