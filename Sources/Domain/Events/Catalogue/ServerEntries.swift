/// Requests, limits, and servers and proxies that fail.
enum ServerEntries {
    static let all: [CauseEntry] = [
        .entry("request.invalid", .failed, fault: .app, retry: .no, at: [.tokenExchange, .refresh, .apiUse]),
        .entry("request.too_large", .failed, fault: .app, retry: .no, at: [.tokenExchange, .apiUse]),
        .entry(
            "request.feature_disabled",
            .rejected,
            fault: .setup,
            retry: .no,
            at: [.tokenExchange, .refresh, .apiUse]
        ),
        .entry("limit.requests", .rejected, fault: .app, retry: .afterDelay, at: [.tokenExchange, .refresh, .apiUse]),
        .entry("limit.email", .rejected, fault: .user, retry: .afterDelay, at: [.tokenExchange]),
        .entry("limit.sessions", .rejected, fault: .setup, retry: .afterUserAction, at: [.tokenExchange]),
        .entry("limit.mail_budget", .rejected, fault: .setup, retry: .afterDelay, at: [.tokenExchange]),
        .entry("server.conflict", .failed, fault: .gatehouse, retry: .yes, at: [.tokenExchange, .refresh, .apiUse]),
        .entry("server.hook", .failed, fault: .setup, retry: .yes, at: [.tokenExchange]),
        .entry("server.timeout", .failed, fault: .gatehouse, retry: .yes, at: [.tokenExchange, .refresh, .apiUse]),
        .entry(
            "server.error",
            .failed,
            fault: .gatehouse,
            retry: .afterDelay,
            at: [.tokenExchange, .refresh, .apiUse]
        ),
        .entry("server.mail", .failed, fault: .setup, retry: .yes, at: [.tokenExchange]),
        .entry("http.401_uncoded", .rejected, fault: .setup, retry: .no, at: [.apiUse, .refresh, .tokenExchange]),
        .entry("http.403_uncoded", .failed, fault: .setup, retry: .no, at: [.apiUse, .tokenExchange, .refresh]),
        .entry("http.route", .failed, fault: .app, retry: .no, at: [.apiUse, .tokenExchange, .refresh]),
        .entry("http.throttle", .failed, fault: .setup, retry: .afterDelay, at: [.apiUse, .tokenExchange, .refresh]),
        .entry("http.upstream", .failed, fault: .gatehouse, retry: .yes, at: [.apiUse, .tokenExchange, .refresh]),
    ]
}
