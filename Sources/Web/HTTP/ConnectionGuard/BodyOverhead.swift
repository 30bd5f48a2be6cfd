/// Counts what a client sends beside a body that is in chunks: sizes of chunks, their extensions, trailers.
///
/// The parser keeps trailers until they end, and no handler reads them.
struct BodyOverhead {
    /// A size and two line breaks, with some room for zeros.
    private static let bytesPerChunk = 16

    /// Bytes since the last byte of the body, without what chunks need.
    private(set) var bytes = 0
    private var (arrived, taken, chunks) = (0, 0, 0)

    mutating func addArrived(_ count: Int) { arrived += count }

    /// - Parameter count: bytes of the body, from one chunk.
    mutating func addBody(_ count: Int) { (taken, chunks) = (taken + count, chunks + 1) }

    /// Judges what has arrived since the last call, once it is parsed.
    /// - Returns: how many of those bytes are overhead.
    mutating func settle() -> Int {
        let new = max(0, arrived - taken - chunks * Self.bytesPerChunk)
        bytes = chunks > 0 ? new : bytes + new
        (arrived, taken, chunks) = (0, 0, 0)
        return new
    }
}

/// Far more was sent beside a body than chunks need: extensions of chunks, or trailers (RFC 9112 §7.1.2), which are not
/// read.
struct BodyOverheadTooLarge: Error {}
