import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

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

/// Serves a connection, and says when the task that serves it begins and ends.
struct GuardedChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    let base: HTTP1Channel
    let tasks: ConnectionTasks

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        base.setup(channel: channel, logger: logger)
    }

    func handle(value: Value, logger: Logger) async {
        tasks.begin(value.channel)
        // The client may have closed its side before.
        value.channel.triggerUserOutboundEvent(InputStateRequested(), promise: nil)
        await base.handle(value: value, logger: logger)
        tasks.end(value.channel)
    }
}

/// Asks the guard of a connection to say whether its client has closed its side: see `ConnectionTasks.inputEnded`.
struct InputStateRequested: Sendable {}
