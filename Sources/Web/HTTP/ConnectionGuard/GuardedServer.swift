import HummingbirdCore
import NIOCore

extension HTTPServerBuilder {
    /// An HTTP/1.1 server in which every connection keeps the limits.
    ///
    /// ```swift
    /// let counts = ConnectionCounts(limits: limits, proxies: proxies)
    /// Application(router: router, server: .guarded(limits: limits, counts: counts), …)
    /// ```
    /// - Parameter bodies: what all connections together may hold of requests that are not answered yet.
    public static func guarded(
        limits: ConnectionLimits = ConnectionLimits(),
        counts: ConnectionCounts,
        bodies: BodyBudget = BodyBudget()
    ) -> HTTPServerBuilder {
        http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [ConnectionGuard(limits: limits, counts: counts, bodies: bodies)],
                httpDecoderConfiguration: limits.decoderConfiguration
            )
        )
    }
}

extension ConnectionLimits {
    /// The parser's own limits stand a little further out: they bound memory, while ours know which answer to give.
    var decoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration {
        HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: max(headerBytes, targetBytes) * 2,
            maxHeaderListSize: (headerBytes + targetBytes) * 2,
            maxHeaderFieldCount: headerFields * 2
        )
    }
}
