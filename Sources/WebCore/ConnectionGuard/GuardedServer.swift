import HummingbirdCore
import NIOCore

extension HTTPServerBuilder {
    /// Makes an HTTP/1.1 server that enforces the limits on every connection.
    ///
    /// ```swift
    /// let counts = ConnectionCounts(limits: limits, proxies: proxies)
    /// let server = HTTPServerBuilder.guarded(limits: limits, counts: counts, bodies: bodies, tasks: tasks)
    /// Application(router: router, server: server, …)
    /// ```
    /// - Parameters:
    ///   - bodies: the memory of unanswered requests of all connections.
    ///   - tasks: the tasks that serve the connections.
    package static func guarded(
        limits: ConnectionLimits = ConnectionLimits(),
        counts: ConnectionCounts,
        bodies: BodyBudget,
        tasks: ConnectionTasks
    ) -> HTTPServerBuilder {
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionGuard(limits: limits, counts: counts, bodies: bodies, tasks: tasks)],
            httpDecoderConfiguration: limits.decoderConfiguration
        )
        return HTTPServerBuilder { responder in
            GuardedChannel(base: HTTP1Channel(responder: responder, configuration: configuration), tasks: tasks)
        }
    }
}
