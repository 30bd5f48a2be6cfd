/// The keychain, and the session that an app stores in it.
enum KeychainEntries {
    static let all: [CauseEntry] = [
        .entry(
            "keychain.locked",
            .failed,
            fault: .app,
            retry: .afterUserAction,
            at: [.sessionStore, .sessionRestore, .refresh]
        ),
        .entry(
            "keychain.not_found",
            .skipped,
            fault: .app,
            retry: .afterUserAction,
            at: [.sessionRestore, .refresh, .signOut]
        ),
        .entry("keychain.duplicate", .failed, fault: .app, retry: .no, at: [.sessionStore]),
        .entry("keychain.entitlement", .failed, fault: .setup, retry: .no, at: [.sessionStore, .sessionRestore]),
        .entry("keychain.no_access", .failed, fault: .setup, retry: .no, at: [.sessionStore, .sessionRestore]),
        .entry("keychain.auth_failed", .rejected, fault: .user, retry: .afterUserAction, at: [.sessionRestore]),
        .entry("keychain.cancelled", .cancelled, fault: .user, retry: .afterUserAction, at: [.sessionRestore]),
        .entry("keychain.interaction_required", .failed, fault: .app, retry: .afterUserAction, at: [.sessionRestore]),
        .entry(
            "keychain.data_unavailable",
            .failed,
            fault: .app,
            retry: .afterUserAction,
            at: [.sessionRestore, .sessionStore]
        ),
        .entry("keychain.bad_query", .failed, fault: .app, retry: .no, at: [.sessionStore, .sessionRestore]),
        .entry("keychain.bad_request", .failed, fault: .app, retry: .no, at: [.sessionStore, .sessionRestore]),
        .entry("keychain.decode", .failed, fault: .app, retry: .no, at: [.sessionRestore]),
        .entry("keychain.internal", .failed, fault: .apple, retry: .yes, at: [.sessionStore, .sessionRestore]),
        .entry("keychain.io", .failed, fault: .apple, retry: .yes, at: [.sessionStore, .sessionRestore]),
        .entry("keychain.unavailable", .failed, fault: .apple, retry: .yes, at: [.sessionStore, .sessionRestore]),
        .entry("keychain.readonly", .failed, fault: .app, retry: .no, at: [.sessionStore]),
        .entry("keychain.unsupported", .failed, fault: .app, retry: .no, at: [.sessionStore, .sessionRestore]),
        .entry("session.schema", .failed, fault: .app, retry: .afterUserAction, at: [.sessionRestore]),
    ]
}
