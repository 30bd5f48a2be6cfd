import HummingbirdCore
import NIOCore

extension HTTPServerBuilder {
    /// Makes an HTTP/1.1 server that enforces the limits on every connection.
    ///
    /// ```swift
    /// let counts = ConnectionCounts(limits: limits, proxies: proxies)
    /// Application(router: router, server: .guarded(limits: limits, counts: counts), …)
    /// ```
    /// - Parameter bodies: the memory of unanswered requests of all connections.
    package static func guarded(
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
    /// The limits of the parser are slightly larger: they bound memory, while ours choose the status.
    var decoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration {
        HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: max(headerBytes, targetBytes) * 2,
            maxHeaderListSize: (headerBytes + targetBytes) * 2,
            maxHeaderFieldCount: headerFields * 2
        )
    }
}
