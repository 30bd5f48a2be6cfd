import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// How a connection ends: its last response, errors and deadlines.
extension ConnectionGuard {
    /// Responds in place of the server, which has not seen the request.
    func reject(_ status: HTTPResponse.Status, _ context: ChannelHandlerContext) {
        guard unanswered == 0 else { return context.close(promise: nil) }
        let sentence = ByteBuffer(string: "\(status.reasonPhrase).\n")
        let head = HTTPResponse(
            status: status,
            headerFields: [
                .connection: "close", .contentType: "text/plain; charset=utf-8",
                .contentLength: String(sentence.readableBytes),
                .cacheControl: "no-store",
            ]
        )
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(sentence)), promise: nil)
        linger(after: wrapOutboundOut(.end(nil)), nil, context)
        context.flush()
    }

    /// Writes the last part, then lets the client read it.
    func linger(after data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        beginLingering(context)
        let written = promise ?? context.eventLoop.makePromise()
        let box = NIOLoopBound(context, eventLoop: context.eventLoop)
        written.futureResult.whenSuccess { box.value.close(mode: .output, promise: nil) }
        context.write(data, promise: written)
    }

    func linger(_ context: ChannelHandlerContext) {
        beginLingering(context)
        context.close(mode: .output, promise: nil)
    }

    private func beginLingering(_ context: ChannelHandlerContext) {
        endIdling()
        phase = .lingering
        deadline.set(context.eventLoop.now + limits.lingerTime)
        deadline.arm(on: context.eventLoop)
    }

    func expire(_ context: ChannelHandlerContext) {
        switch phase {
        case .beforeFirst, .idle, .lingering, .whole, .deaf: context.close(promise: nil)
        case .readingHeader: reject(.requestTimeout, context)
        case .readingBody: failReading(RequestReadingTimedOut(), context)
        }
    }

    /// Rejects the body that is being read; closes the connection when no response can say so.
    func failReading(_ error: any Error, _ context: ChannelHandlerContext) {
        guard unanswered == 1, !hasAnswerStarted else { return context.close(promise: nil) }
        fail(error, context)
    }

    /// Passes an error to the handler that waits for the body; the handler's response is the last one.
    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        phase = .deaf
        body.discardGathered()
        closesAfterAnswer = true
        deadline.set(nil)
        context.fireErrorCaught(error)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard context.channel.isActive, !(error is IOError), !(error is ChannelError) else {
            return context.fireErrorCaught(error)
        }
        switch phase {
        case .deaf, .lingering: break
        case .readingBody where unanswered > 0: fail(error, context)
        case .beforeFirst, .idle, .readingHeader, .readingBody, .whole:
            guard unanswered > 0 else { return reject(limits.rejection(of: error, in: requestLine), context) }
            // The bytes after the current request cannot be parsed; the current request is still answered.
            phase = .deaf
            closesAfterAnswer = true
        }
    }
}

/// The rest of a request did not arrive in time.
struct RequestReadingTimedOut: WebFailureConvertible {
    var webFailure: WebFailure { .requestTimeout }
}
