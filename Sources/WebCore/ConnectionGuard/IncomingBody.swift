import NIOCore

/// The body that a connection is reading: what arrived of it, in which parts, and what was not forwarded yet.
struct IncomingBody {
    /// The announced bytes that have not arrived; nil without an announcement.
    private(set) var announcedBytes: Int?
    /// Whether the client waits for `100 Continue` before it sends the body.
    private(set) var isHeldBack = false
    /// Bytes that arrived after the response.
    private(set) var unreadBytes = 0
    var overhead = BodyOverhead()

    /// The parts (chunks, or pieces of them) and their bytes.
    private var (parts, bytes) = (0, 0)
    /// Bytes that arrived in this turn of the event loop. They are forwarded together: a thousand chunks of one byte
    /// are one part.
    private var gathered: ByteBuffer?

    init() {}

    init(announcedBytes: Int?, isHeldBack: Bool) {
        self.announcedBytes = announcedBytes
        self.isHeldBack = isHeldBack
    }

    /// Counts a part.
    mutating func add(_ count: Int) {
        announcedBytes? -= count
        isHeldBack = false
        overhead.addBody(count)
        (parts, bytes) = (parts + 1, bytes + count)
    }

    mutating func addUnread(_ count: Int) { unreadBytes += count }

    /// Ends the wait for `100 Continue`.
    mutating func release() { isHeldBack = false }

    func isInTinyChunks(_ limits: ConnectionLimits) -> Bool {
        parts > limits.chunks && bytes < parts * limits.chunkBytes
    }

    mutating func gather(_ part: ByteBuffer) {
        if gathered == nil { gathered = part } else { gathered?.writeImmutableBuffer(part) }
    }

    mutating func discardGathered() { gathered = nil }

    mutating func takeGathered(_ allocator: ByteBufferAllocator) -> ByteBuffer? {
        guard var bytes = gathered else { return nil }
        gathered = nil
        // A few bytes must not keep the whole buffer of a read in memory.
        if bytes.storageCapacity > 2 * bytes.readableBytes + 256 {
            var copy = allocator.buffer(capacity: bytes.readableBytes)
            copy.writeBuffer(&bytes)
            bytes = copy
        }
        return bytes
    }
}
