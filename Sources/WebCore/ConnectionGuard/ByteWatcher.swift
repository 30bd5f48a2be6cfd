import NIOCore

/// Reports arriving bytes at the head of the pipeline, and closes a connection whose client stops reading.
final class ByteWatcher: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// Receives the bytes before they are forwarded; false discards them.
    var onBytes: ((ByteBuffer) -> Bool)?

    private let interval: TimeAmount
    private var timer: Scheduled<Void>?
    private var written = 0
    private var takenAtLastLook = 0

    init(writeStall: TimeAmount) {
        // Two checks within the timeout detect a stall of at least half of it.
        interval = .nanoseconds(writeStall.nanoseconds / 2)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard onBytes?(unwrapInboundIn(data)) ?? true else { return }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        written += unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        guard timer == nil, waiting(context) > 0 else { return }
        takenAtLastLook = written - waiting(context)
        scheduleCheck(in: interval, context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        context.fireChannelInactive()
    }

    private func scheduleCheck(in interval: TimeAmount, _ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: interval) {
            self.timer = nil
            let waiting = self.waiting(context)
            guard waiting > 0 else { return }
            guard self.written - waiting > self.takenAtLastLook else { return context.close(promise: nil) }
            self.takenAtLastLook = self.written - waiting
            self.scheduleCheck(in: interval, context)
        }
    }

    /// Bytes of responses that the kernel has not accepted yet.
    private func waiting(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
