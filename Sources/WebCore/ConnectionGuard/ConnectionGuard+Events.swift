import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// What handlers, other connections and the transport tell a connection.
extension ConnectionGuard {
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let eviction = event as? IdleConnections.Eviction {
            guard eviction.place == idlePlace else { return }
            idlePlace = nil
            let unread = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
            // What the client has not read yet of an answer is still written.
            if phase == .idle, unread ?? 0 > 0 { linger(context) } else { expire(context) }
            return
        }
        if let event = event as? ChannelEvent, event == .inputClosed {
            if phase == .lingering { return context.close(promise: nil) }
            hasInputEnded = true
            tasks.inputEnded(context.channel)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        if event is InputStateRequested {
            if hasInputEnded { tasks.inputEnded(context.channel) }
            promise?.succeed()
            return
        }
        if let consumed = event as? BodyConsumed {
            guard hold.consume(consumed.bytes, keeping: consumed.kept) else {
                promise?.fail(BodyBudgetExceeded())
                return
            }
            promise?.succeed()
            return
        }
        guard event is BodyRequested else { return context.triggerUserOutboundEvent(event, promise: promise) }
        // With two unanswered requests the handler reads the first, whose body is complete.
        if body.isHeldBack, unanswered == 1, !hasAnswerStarted, phase == .readingBody {
            body.release()
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        promise?.succeed()
    }
}
