/// Contradictions between client and server, and rates that rise. Only the server sees all sides, so its own rules report
/// them.
enum DetectorCauses {
    /// With which their canonical codes begin.
    static let prefix = "inc."

    static let all: [Cause] = [
        .row("server_ok_client_fail", "inc.server_ok_client_fail", .inconsistent),
        .row("client_ok_server_none", "inc.client_ok_server_none", .inconsistent),
        .row("store_failed_session_live", "inc.store_failed_session_live", .inconsistent),
        .row("restore_missing_after_store", "inc.restore_missing_after_store", .inconsistent),
        .row("logout_storm", "inc.logout_storm", .inconsistent),
        .row("revoked_but_active", "inc.revoked_but_active", .inconsistent),
        .row("clock", "inc.clock", .inconsistent),
        .row("double_exchange", "inc.double_exchange", .inconsistent),
        .row("cancellation_rate", "inc.cancellation_rate", .inconsistent),
        .row("wrong_password_rate", "inc.wrong_password_rate", .inconsistent),
    ]
}
