/// The transport between the app and a server.
enum NetworkEntries {
    /// The stages with requests to the server.
    private static let requests: [Stage] = [.tokenExchange, .refresh, .sessionRestore, .apiUse]

    static let all: [CauseEntry] = [
        .entry("net.offline", .failed, fault: .network, retry: .afterDelay, at: requests),
        .entry("net.timeout", .failed, fault: .network, retry: .yes, at: requests),
        .entry("net.connection_lost", .failed, fault: .network, retry: .yes, at: requests),
        .entry("net.dns", .failed, fault: .network, retry: .yes, at: requests),
        .entry("net.connect", .failed, fault: .network, retry: .yes, at: requests),
        .entry("net.posix", .failed, fault: .network, retry: .yes, at: requests),
        .entry("net.proxy", .failed, fault: .network, retry: .afterUserAction, at: requests),
        .entry("net.captive_portal", .failed, fault: .network, retry: .yes, at: requests),
        .entry("net.cellular_blocked", .failed, fault: .user, retry: .afterUserAction, at: requests),
        .entry("net.call_active", .failed, fault: .network, retry: .yes, at: requests),
        .entry("net.bad_response", .failed, fault: .network, retry: .yes, at: requests),
        .entry("net.undecodable", .failed, fault: .network, retry: .yes, at: requests),
        .entry("net.redirect_loop", .failed, fault: .network, retry: .no, at: requests),
        .entry("net.bad_redirect", .failed, fault: .setup, retry: .no, at: requests),
        .entry("net.unavailable", .failed, fault: .network, retry: .yes, at: requests),
        .entry("net.unknown", .failed, fault: .network, retry: .yes, at: requests),
        .entry("net.cancelled", .cancelled, fault: .app, retry: .no, at: requests),
        .entry("net.auth_challenge_cancelled", .cancelled, fault: .app, retry: .no, at: requests),
        .entry("net.auth_required", .failed, fault: .network, retry: .no, at: requests),
        .entry("net.background_session", .failed, fault: .app, retry: .yes, at: [.tokenExchange, .refresh, .apiUse]),
        .entry("net.cache_only", .failed, fault: .app, retry: .yes, at: requests),
        .entry("tls.handshake", .failed, fault: .network, retry: .afterUserAction, at: requests),
        .entry("tls.date", .failed, fault: .user, retry: .afterUserAction, at: requests),
        .entry("tls.untrusted", .failed, fault: .network, retry: .no, at: requests),
        .entry("tls.client_cert", .failed, fault: .setup, retry: .no, at: requests),
        .entry("tls.pinning", .failed, fault: .app, retry: .no, at: requests),
        .entry("client.bad_url", .failed, fault: .app, retry: .no, at: requests),
        .entry("client.ats_blocked", .failed, fault: .app, retry: .no, at: requests),
        .entry("client.body_stream", .failed, fault: .app, retry: .no, at: [.tokenExchange, .refresh, .apiUse]),
        .entry("client.task_cancelled", .cancelled, fault: .app, retry: .no, at: requests),
        .entry(
            "client.decode",
            .failed,
            fault: .app,
            retry: .no,
            at: [.tokenExchange, .refresh, .sessionRestore, .apiUse, .profileSync]
        ),
    ]
}
