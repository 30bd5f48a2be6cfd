import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Holds one connection to its limits: time to send a request, size of its header, what is read of an unwanted body,
/// and its part of the memory that requests may take which are not answered yet.
///
/// It sits between the HTTP codec and the server, sees each part of each request and answer, and puts a `ByteWatcher`
/// at the head of the pipeline to learn of the first byte of a request and of a client that stops reading.
///
/// Two ways to end a connection: at once, when nobody is owed an answer; else half-closed after the answer, with a
/// moment to read it, because closing with unread bytes in the socket would make the kernel take the answer back.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ConnectionLimits
    private let counts: ConnectionCounts
    private let watcher: ByteWatcher
    private let framing = FramingWatcher()
    private let deadline = ConnectionDeadline()
    private var admission: ConnectionCounts.Admission?

    private var phase = Phase.beforeFirst
    /// Requests that the server has seen and not yet answered.
    private var unanswered = 0
    private var hasAnswerBegun = false
    private var closesAfterAnswer = false
    private var unreadBytes = 0
    /// Of the body that is read: a chunk for each part, or a piece of one.
    private var (bodyParts, bodyBytes) = (0, 0)
    private var overhead = BodyOverhead()
    /// Of the body that is being read; nil when its length was not announced.
    private var announcedBytes: Int?
    /// The client waits with the body until it is asked for it.
    private var isBodyHeldBack = false
    private var requestStart = NIODeadline.uptimeNanoseconds(0)
    private var hold: BodyHold
    /// Bytes of a body that came in this turn of the event loop. They go on together: a thousand chunks of one byte are
    /// one part.
    private var gathered: ByteBuffer?

    /// Of one read from the socket. What a handler has not taken yet waits in a queue that is limited by its parts.
    private static let maximumReadBytes = 16 * 1024

    private enum Phase {
        case beforeFirst
        /// Between an answer and the next request.
        case idle
        case readingHeader
        case readingBody
        /// The request is whole; its answer may take its time.
        case whole
        /// Nothing that comes is of interest; the answer is still to be written.
        case deaf
        /// Everything is said; the client may read it.
        case lingering
    }

    init(limits: ConnectionLimits, counts: ConnectionCounts, bodies: BodyBudget = BodyBudget()) {
        self.limits = limits
        self.counts = counts
        hold = BodyHold(budget: bodies)
        watcher = ByteWatcher(writeStall: limits.writeStall)
    }

    /// What arrives now is thrown away before it is even parsed.
    private var isDeaf: Bool { phase == .deaf || phase == .lingering }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) {
        watcher.onBytes = { [unowned self] count in self.bytesArrived(count, context) }
        deadline.onExpiry = { [unowned self] in self.expire(context) }
        // The only failure is a pipeline that is gone already.
        let pipeline = context.pipeline.syncOperations
        try? pipeline.addHandler(watcher, position: .first)
        // The version of a request and its first `Host` are known only between the parser and the codec.
        let parser = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        if let parser { try? pipeline.addHandler(framing, position: .after(parser)) }
        limitReads(context)
        if context.channel.isActive { begin(context) }
    }

    /// One read for each turn of the event loop, of a few kilobytes.
    private func limitReads(_ context: ChannelHandlerContext) {
        let options = context.channel.syncOptions
        let allocator = AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 2048, maximum: Self.maximumReadBytes)
        // A channel without these options is none of the network.
        try? options?.setOption(ChannelOptions.recvAllocator, value: allocator)
        try? options?.setOption(ChannelOptions.maxMessagesPerRead, value: 1)
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func begin(_ context: ChannelHandlerContext) {
        guard admission == nil else { return }
        let peer = context.channel.remoteAddress.flatMap(IPAddress.init)
        admission = counts.admit(peer)
        guard admission != nil else { return context.close(promise: nil) }
        hold.start(peer: peer)
        requestStart = context.eventLoop.now
        deadline.set(requestStart + limits.headerDeadline)
        deadline.arm(on: context.eventLoop)
    }

    private func end() {
        deadline.cancel()
        watcher.onBytes = nil
        admission.map(counts.end)
        admission = nil
        gathered = nil
        hold.endAll()
    }

    // MARK: Requests

    private func bytesArrived(_ count: Int, _ context: ChannelHandlerContext) -> Bool {
        switch phase {
        case .idle:
            requestStart = context.eventLoop.now
            deadline.set(requestStart + limits.headerDeadline)
            phase = .readingHeader
        case .beforeFirst: phase = .readingHeader
        case .readingBody: overhead.addArrived(count)
        case .readingHeader, .whole, .deaf, .lingering: break
        }
        if phase == .readingHeader || phase == .whole, !hold.addHeader(count) { refuse(.serviceUnavailable, context) }
        return !isDeaf
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDeaf else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): read(head, context)
        case .body(let bytes): read(bytes, context)
        case .end: finishRequest(context)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        passGathered(context)
        if phase == .readingBody { countOverhead(context) }
        // Armed here and not with each part: a request that comes in one piece costs no timer.
        deadline.arm(on: context.eventLoop)
        context.fireChannelReadComplete()
    }

    private func read(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        if phase != .readingHeader { requestStart = context.eventLoop.now }
        if let status = limits.refusal(of: head) ?? framing.refusal { return refuse(status, context) }
        guard hold.begin(head, peer: context.channel.remoteAddress.flatMap(IPAddress.init)) else {
            return refuse(.serviceUnavailable, context)
        }
        var head = head
        if head.asksToClose {
            closesAfterAnswer = true
            // The server compares it literally.
            head.headerFields[.connection] = "close"
        }
        if unanswered == 0 { hasAnswerBegun = false }
        unanswered += 1
        unreadBytes = 0
        (bodyParts, bodyBytes) = (0, 0)
        overhead = BodyOverhead()
        announcedBytes = head.headerFields[.contentLength].flatMap { Int($0) }
        isBodyHeldBack = framing.isBodyHeldBack
        phase = .readingBody
        deadline.set(requestStart + (hold.isCrowded ? limits.crowdedRequestDeadline : limits.requestDeadline))
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private func read(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        announcedBytes? -= bytes.readableBytes
        isBodyHeldBack = false
        overhead.addBody(bytes.readableBytes)
        (bodyParts, bodyBytes) = (bodyParts + 1, bodyBytes + bytes.readableBytes)
        if bodyParts > limits.chunks, bodyBytes < bodyParts * limits.chunkBytes {
            guard unanswered == 1, !hasAnswerBegun else { return context.close(promise: nil) }
            return fail(BodyInTinyChunks(), context)
        }
        if unanswered == 0 {
            unreadBytes += bytes.readableBytes
            if unreadBytes > limits.unreadBodyBytes { return linger(context) }
        } else if !hold.addBody(bytes.readableBytes) {
            guard unanswered == 1, !hasAnswerBegun else { return context.close(promise: nil) }
            return fail(BodyBudgetExceeded(), context)
        }
        if gathered == nil { gathered = bytes } else { gathered?.writeImmutableBuffer(bytes) }
    }

    private func countOverhead(_ context: ChannelHandlerContext) {
        let new = overhead.settle()
        let error: (any Error)? =
            if overhead.bytes > limits.bodyOverheadBytes { BodyOverheadTooLarge() } else {
                hold.addBody(new) ? nil : BodyBudgetExceeded()
            }
        guard let error else { return }
        if unanswered == 0 { return linger(context) }
        guard unanswered == 1, !hasAnswerBegun else { return context.close(promise: nil) }
        fail(error, context)
    }

    private func passGathered(_ context: ChannelHandlerContext) {
        guard var bytes = gathered else { return }
        gathered = nil
        guard !isDeaf else { return }
        // A few bytes must not keep the whole buffer of a read alive.
        if bytes.storageCapacity > 2 * bytes.readableBytes + 256 {
            var copy = context.channel.allocator.buffer(capacity: bytes.readableBytes)
            copy.writeBuffer(&bytes)
            bytes = copy
        }
        context.fireChannelRead(wrapInboundOut(.body(bytes)))
    }

    private func finishRequest(_ context: ChannelHandlerContext) {
        passGathered(context)
        phase = .whole
        isBodyHeldBack = false
        deadline.set(nil)
        if unanswered == 0 { becomeIdle(context) }
        // Without the trailers: no handler reads them, and they would wait here for the answer.
        context.fireChannelRead(wrapInboundOut(.end(nil)))
    }

    private func becomeIdle(_ context: ChannelHandlerContext) {
        phase = .idle
        deadline.set(context.eventLoop.now + limits.idleTimeout)
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard phase != .lingering else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            if head.status.kind != .informational { hasAnswerBegun = true }
            // An answer that comes before most of the body: the handler does not want it, and reading it all is no use.
            if phase == .readingBody, let announcedBytes, announcedBytes > limits.unreadBodyBytes {
                closesAfterAnswer = true
            }
            // Nobody can tell whether a body will still come that was not asked for.
            if isBodyHeldBack, unanswered == 1 { closesAfterAnswer = true }
            if closesAfterAnswer { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end: finishAnswer(data, promise, context)
        }
    }

    private func finishAnswer(_ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        unanswered = max(0, unanswered - 1)
        hasAnswerBegun = false
        hold.end()
        guard unanswered == 0, closesAfterAnswer else {
            if phase == .whole, unanswered == 0 {
                becomeIdle(context)
                deadline.arm(on: context.eventLoop)
            }
            return context.write(data, promise: promise)
        }
        linger(after: data, promise, context)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is BodyRequested else { return context.triggerUserOutboundEvent(event, promise: promise) }
        // With two requests unanswered it is the first that reads, and its body is here.
        if isBodyHeldBack, unanswered == 1, !hasAnswerBegun, phase == .readingBody {
            isBodyHeldBack = false
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        promise?.succeed()
    }

    // MARK: The end

    /// Answers for the server, which has not seen the request.
    private func refuse(_ status: HTTPResponse.Status, _ context: ChannelHandlerContext) {
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
    private func linger(after data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        phase = .lingering
        deadline.set(context.eventLoop.now + limits.lingerTime)
        deadline.arm(on: context.eventLoop)
        let written = promise ?? context.eventLoop.makePromise()
        let box = NIOLoopBound(context, eventLoop: context.eventLoop)
        written.futureResult.whenSuccess { box.value.close(mode: .output, promise: nil) }
        context.write(data, promise: written)
    }

    private func linger(_ context: ChannelHandlerContext) {
        phase = .lingering
        deadline.set(context.eventLoop.now + limits.lingerTime)
        deadline.arm(on: context.eventLoop)
        context.close(mode: .output, promise: nil)
    }

    private func expire(_ context: ChannelHandlerContext) {
        switch phase {
        case .beforeFirst, .idle, .lingering, .whole, .deaf: context.close(promise: nil)
        case .readingHeader: refuse(.requestTimeout, context)
        case .readingBody:
            guard unanswered == 1, !hasAnswerBegun else { return context.close(promise: nil) }
            fail(RequestReadingTimedOut(), context)
        }
    }

    /// Lets the handler that waits for the body know that it will not come; what the handler answers is the last
    /// answer.
    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        phase = .deaf
        gathered = nil
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
            guard unanswered > 0 else { return refuse(.refusal(of: error), context) }
            // What follows the request under way cannot be read; its own answer is still owed.
            phase = .deaf
            closesAfterAnswer = true
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if phase == .lingering, let event = event as? ChannelEvent, event == .inputClosed {
            return context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }
}

/// A body in so many chunks of so few bytes that taking it apart costs more than it is worth (RFC 9112 §7.1 sets no
/// least size).
struct BodyInTinyChunks: Error {}

/// The rest of a request did not come in time.
struct RequestReadingTimedOut: Error {}
