/// Counts the bytes that a client sends besides a chunked body: chunk sizes, chunk extensions, trailers.
///
/// The parser stores trailers until they end, and no handler reads them.
struct BodyOverhead {
    /// A size and two line breaks, with some room for leading zeros.
    private static let bytesPerChunk = 16

    /// Bytes since the last byte of the body, without those that chunks need.
    private(set) var bytes = 0
    private var (arrived, taken, chunks) = (0, 0, 0)

    mutating func addArrived(_ count: Int) { arrived += count }

    /// - Parameter count: bytes of the body, from one chunk.
    mutating func addBody(_ count: Int) { (taken, chunks) = (taken + count, chunks + 1) }

    /// Evaluates the bytes since the previous call, once they are parsed.
    /// - Returns: how many of those bytes are overhead.
    mutating func settle() -> Int {
        let new = max(0, arrived - taken - chunks * Self.bytesPerChunk)
        bytes = chunks > 0 ? new : bytes + new
        (arrived, taken, chunks) = (0, 0, 0)
        return new
    }
}
