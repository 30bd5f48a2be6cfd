import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

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
