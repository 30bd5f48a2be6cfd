/// CloudKit, where an app may store a profile. These never stop a sign-in.
enum CloudKitEntries {
    static let all: [CauseEntry] = [
        .entry("ck.no_icloud", .degraded, fault: .user, retry: .afterUserAction, at: [.profileSync]),
        .entry("ck.account_status", .degraded, fault: .user, retry: .afterUserAction, at: [.profileSync]),
        .entry("ck.account_verify", .degraded, fault: .user, retry: .afterUserAction, at: [.profileSync]),
        .entry("ck.managed", .degraded, fault: .setup, retry: .no, at: [.profileSync]),
        .entry("ck.quota", .degraded, fault: .user, retry: .afterUserAction, at: [.profileSync]),
        .entry("ck.bad_request", .degraded, fault: .setup, retry: .no, at: [.profileSync]),
        .entry("ck.misconfig", .degraded, fault: .setup, retry: .no, at: [.profileSync]),
        .entry("ck.entitlement", .degraded, fault: .setup, retry: .no, at: [.profileSync]),
        .entry("ck.permission", .degraded, fault: .setup, retry: .no, at: [.profileSync]),
        .entry("ck.not_found", .degraded, fault: .app, retry: .no, at: [.profileSync]),
        .entry("ck.conflict", .degraded, fault: .app, retry: .no, at: [.profileSync]),
        .entry("ck.partial", .degraded, fault: .app, retry: .yes, at: [.profileSync]),
        .entry("ck.batch", .degraded, fault: .app, retry: .yes, at: [.profileSync]),
        .entry("ck.too_big", .degraded, fault: .app, retry: .no, at: [.profileSync]),
        .entry("ck.asset", .degraded, fault: .app, retry: .yes, at: [.profileSync]),
        .entry("ck.token_reset", .degraded, fault: .app, retry: .no, at: [.profileSync]),
        .entry("ck.zone_gone", .degraded, fault: .user, retry: .no, at: [.profileSync]),
        .entry("ck.unknown_outcome", .degraded, fault: .network, retry: .no, at: [.profileSync]),
        .entry("ck.unavailable", .degraded, fault: .apple, retry: .afterDelay, at: [.profileSync]),
        .entry("ck.throttled", .degraded, fault: .app, retry: .afterDelay, at: [.profileSync]),
        .entry("ck.busy", .degraded, fault: .apple, retry: .afterDelay, at: [.profileSync]),
        .entry("ck.rejected", .degraded, fault: .apple, retry: .no, at: [.profileSync]),
        .entry("ck.internal", .degraded, fault: .apple, retry: .no, at: [.profileSync]),
        .entry("ck.cancelled", .cancelled, fault: .app, retry: .no, at: [.profileSync]),
    ]
}
