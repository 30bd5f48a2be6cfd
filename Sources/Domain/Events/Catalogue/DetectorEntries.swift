/// Contradictions between what the app and what the server reports, and rates that rise.
enum DetectorEntries {
    static let all: [CauseEntry] = [
        .entry("inc.server_ok_client_fail", .inconsistent, fault: .network, retry: .no, at: [.tokenExchange]),
        .entry("inc.client_ok_server_none", .inconsistent, fault: .setup, retry: .no, at: [.tokenExchange]),
        .entry("inc.store_failed_session_live", .inconsistent, fault: .app, retry: .no, at: [.sessionStore]),
        .entry("inc.restore_missing_after_store", .inconsistent, fault: .app, retry: .no, at: [.sessionRestore]),
        .entry("inc.logout_storm", .inconsistent, fault: .setup, retry: .no, at: [.refresh, .apiUse]),
        .entry("inc.revoked_but_active", .inconsistent, fault: .gatehouse, retry: .no, at: [.accountChange, .apiUse]),
        .entry("inc.clock", .inconsistent, fault: .user, retry: .afterUserAction, at: [.tokenExchange, .appleVerify]),
        .entry("inc.double_exchange", .inconsistent, fault: .app, retry: .no, at: [.tokenExchange, .appleVerify]),
        .entry("inc.cancellation_rate", .inconsistent, fault: .app, retry: .no, at: [.appleSheet, .tokenExchange]),
        .entry("inc.wrong_password_rate", .inconsistent, fault: .user, retry: .no, at: [.tokenExchange]),
    ]
}
