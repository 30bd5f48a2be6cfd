/// Contradictions between client and server. Only the server sees both sides, so its own rules report them.
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
    ]
}
