import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Enforces the limits of one connection: time to send a request, size of its header, bytes read of an unwanted body,
/// and its part of the memory for unanswered requests.
///
/// It sits between the HTTP codec and the server, sees each part of each request and response, and puts a `ByteWatcher`
/// at the head of the pipeline to detect the first byte of a request and a client that stops reading.
///
/// A connection ends in one of two ways: at once, when no response is due; else half-closed after the response, with a
/// moment to read it, because closing with unread bytes in the socket makes the kernel discard the response.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    let limits: ConnectionLimits
    private let counts: ConnectionCounts
    private let bodies: BodyBudget
    let tasks: ConnectionTasks
    private let watcher: ByteWatcher
    private let framing = FramingWatcher()
    let deadline = ConnectionDeadline()
    private var admission: ConnectionCounts.Admission?
    /// While no request has begun.
    var idlePlace: IdleConnections.Place?

    var phase = Phase.beforeFirst
    /// Requests that the server has received and not yet answered.
    var unanswered = 0
    var hasAnswerStarted = false
    var closesAfterAnswer = false
    /// Of the latest request.
    var body = IncomingBody()
    var requestLine = RequestLine()
    private var requestStart = NIODeadline.uptimeNanoseconds(0)
    var hold: BodyHold
    private var hasEnded = false
    var hasInputEnded = false

    /// The limit of one read from the socket. Parts that a handler has not consumed wait in a queue that is limited by
    /// their number.
    private static let maximumReadBytes = 16 * 1024

    enum Phase {
        case beforeFirst
        /// Between a response and the next request.
        case idle
        case readingHeader
        case readingBody
        /// The request is complete; the deadline is that of the response.
        case whole
        /// Input is ignored; the response is still to be written.
        case deaf
        /// The response is written; the client may read it.
        case lingering
    }

    init(limits: ConnectionLimits, counts: ConnectionCounts, bodies: BodyBudget, tasks: ConnectionTasks) {
        self.limits = limits
        self.counts = counts
        self.bodies = bodies
        self.tasks = tasks
        hold = BodyHold(budget: bodies)
        watcher = ByteWatcher(writeStall: limits.writeStall)
    }

    /// Whether input is discarded before it is parsed.
    private var isDeaf: Bool { phase == .deaf || phase == .lingering }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) {
        watcher.onBytes = { [unowned self] bytes in self.bytesReceived(bytes, context) }
        deadline.onExpiry = { [unowned self] in self.expire(context) }
        // It fails only when the pipeline is already gone.
        let pipeline = context.pipeline.syncOperations
        try? pipeline.addHandler(watcher, position: .first)
        // Only a handler between the parser and the codec sees the version of a request and each of its `Host` fields.
        let parser = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        if let parser { try? pipeline.addHandler(framing, position: .after(parser)) }
        limitReads(context)
        if context.channel.isActive { begin(context) }
    }

    /// Limits each turn of the event loop to one read of a few kilobytes.
    private func limitReads(_ context: ChannelHandlerContext) {
        let options = context.channel.syncOptions
        let allocator = AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 2048, maximum: Self.maximumReadBytes)
        // A channel without these options is not a network socket.
        try? options?.setOption(ChannelOptions.recvAllocator, value: allocator)
        try? options?.setOption(ChannelOptions.maxMessagesPerRead, value: 1)
    }

    func handlerRemoved(context: ChannelHandlerContext) { end(context) }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(context)
        context.fireChannelInactive()
    }

    private func begin(_ context: ChannelHandlerContext) {
        guard admission == nil else { return }
        let peer = context.channel.remoteAddress.flatMap(IPAddress.init)
        admission = counts.admit(peer)
        guard admission != nil else { return context.close(promise: nil) }
        hold.start(peer: peer)
        beginIdling(context)
        requestStart = context.eventLoop.now
        deadline.set(requestStart + limits.headerDeadline)
        deadline.arm(on: context.eventLoop)
    }

    private func end(_ context: ChannelHandlerContext) {
        guard !hasEnded else { return }
        hasEnded = true
        deadline.cancel()
        watcher.onBytes = nil
        endIdling()
        admission.map(counts.end)
        admission = nil
        body.discardGathered()
        // The task of the connection still uses what its requests hold.
        let held = hold
        hold = BodyHold(budget: bodies)
        tasks.connectionEnded(context.channel) {
            var held = held
            held.endAll()
        }
    }

    // MARK: Requests

    private func bytesReceived(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
        let count = bytes.readableBytes
        switch phase {
        case .idle:
            requestStart = context.eventLoop.now
            deadline.set(requestStart + limits.headerDeadline)
            phase = .readingHeader
        case .beforeFirst: phase = .readingHeader
        case .readingBody: body.overhead.addReceived(count)
        case .readingHeader, .whole, .deaf, .lingering: break
        }
        if phase == .readingHeader || phase == .whole { requestLine.add(bytes) }
        if phase == .readingHeader || phase == .whole, !hold.addHeader(count) { reject(.serviceUnavailable, context) }
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
        // The timer starts here and not with each part: a request that arrives in one piece needs no timer.
        deadline.arm(on: context.eventLoop)
        context.fireChannelReadComplete()
    }

    private func read(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        if phase != .readingHeader { requestStart = context.eventLoop.now }
        endIdling()
        if let status = limits.rejection(of: head) ?? framing.rejection { return reject(status, context) }
        guard hold.begin(head, peer: context.channel.remoteAddress.flatMap(IPAddress.init)) else {
            return reject(.serviceUnavailable, context)
        }
        var head = head
        if head.asksToClose || framing.closesAfterResponse {
            closesAfterAnswer = true
            // The server compares the value case-sensitively.
            head.headerFields[.connection] = "close"
        }
        if unanswered == 0 { hasAnswerStarted = false }
        unanswered += 1
        let announcedBytes = head.headerFields[.contentLength].flatMap { Int($0) }
        body = IncomingBody(announcedBytes: announcedBytes, isHeldBack: framing.isBodyHeldBack)
        phase = .readingBody
        deadline.set(requestStart + (hold.isCrowded ? limits.crowdedRequestDeadline : limits.requestDeadline))
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private func read(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        let count = bytes.readableBytes
        body.add(count)
        if body.isInTinyChunks(limits) { return failReading(BodyInTinyChunks(), context) }
        if unanswered == 0 {
            body.addUnread(count)
            if body.unreadBytes > limits.unreadBodyBytes { return linger(context) }
        } else if !hold.addBody(count) {
            return failReading(BodyBudgetExceeded(), context)
        }
        body.gather(bytes)
    }

    private func countOverhead(_ context: ChannelHandlerContext) {
        let new = body.overhead.settle()
        let error: (any Error)? =
            if body.overhead.bytes > limits.bodyOverheadBytes { BodyOverheadTooLarge() } else {
                hold.addBody(new) ? nil : BodyBudgetExceeded()
            }
        guard let error else { return }
        if unanswered == 0 { return linger(context) }
        failReading(error, context)
    }

    private func passGathered(_ context: ChannelHandlerContext) {
        guard let bytes = body.takeGathered(context.channel.allocator), !isDeaf else { return }
        context.fireChannelRead(wrapInboundOut(.body(bytes)))
    }

    private func finishRequest(_ context: ChannelHandlerContext) {
        passGathered(context)
        phase = .whole
        requestLine = RequestLine()
        body.release()
        deadline.set(context.eventLoop.now + limits.responseDeadline)
        deadline.arm(on: context.eventLoop)
        if unanswered == 0 { becomeIdle(context) }
        // Trailers are dropped: no handler reads them, and they would wait here for the response.
        context.fireChannelRead(wrapInboundOut(.end(nil)))
    }

    private func becomeIdle(_ context: ChannelHandlerContext) {
        phase = .idle
        beginIdling(context)
        deadline.set(context.eventLoop.now + limits.idleTimeout)
    }

    private var idling: IdleConnections { admission?.isOfProxy == true ? counts.idleOfProxies : counts.idle }

    private func beginIdling(_ context: ChannelHandlerContext) {
        // The last part of an answer may be written after the connection has ended.
        guard !hasEnded else { return }
        idlePlace = idling.begin(context.channel)
    }

    func endIdling() {
        idlePlace.map(idling.end)
        idlePlace = nil
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard phase != .lingering else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            if head.status.kind != .informational { hasAnswerStarted = true }
            // A response before most of the body means that the handler does not want the body, so reading all of it is
            // useless.
            if phase == .readingBody, let announced = body.announcedBytes, announced > limits.unreadBodyBytes {
                closesAfterAnswer = true
            }
            // The client may or may not still send a body that was not requested.
            if body.isHeldBack, unanswered == 1 { closesAfterAnswer = true }
            if closesAfterAnswer { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end: finishAnswer(data, promise, context)
        }
    }

    private func finishAnswer(_ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        unanswered = max(0, unanswered - 1)
        hasAnswerStarted = false
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
}
