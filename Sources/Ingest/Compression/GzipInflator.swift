import CZlib

/// Unpacks one gzip member piece by piece, and stops as soon as the output is too large.
///
/// The limit on the output bounds the memory, whatever the body claims. A value belongs to one task.
public struct GzipInflator: ~Copyable {
    /// Output up to this size may have any compression ratio; beyond it a ratio above `maximumRatio` is a bomb.
    public static let freeBytes = 64 * 1024
    public static let maximumRatio = 100
    private static let pieceBytes = 64 * 1024
    /// 15 bits of window, and 16 to accept the gzip container only (zlib.h, inflateInit2).
    private static let gzipWindow: Int32 = 15 + 16

    private let maximumBytes: Int
    /// The stream must not move, because zlib keeps a pointer back to it. Only this value owns it.
    private let stream: UnsafeMutablePointer<z_stream>
    private var isAtEnd = false
    private var consumed = 0

    /// - Parameter maximumBytes: the limit of the unpacked body.
    public init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = inflateInit2_(stream, Self.gzipWindow, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        // It fails only without memory, or with another zlib than that of the header.
        precondition(status == Z_OK, "zlib cannot start")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Returns the largest output of `packedBytes` that is not rejected.
    public static func maximumUnpacked(of packedBytes: Int, maximumBytes: Int) -> Int {
        min(maximumBytes, max(freeBytes, packedBytes * maximumRatio))
    }

    /// Unpacks a piece and appends the output.
    public mutating func inflate(_ piece: [UInt8], into output: inout [UInt8]) throws(InflateError) {
        if let failure = piece.withUnsafeBytes({ take($0, into: &output) }) { throw failure }
    }

    /// Unpacks a piece without copying it, and appends the output.
    public mutating func inflate(_ piece: UnsafeRawBufferPointer, into output: inout [UInt8]) throws(InflateError) {
        if let failure = take(piece, into: &output) { throw failure }
    }

    private mutating func take(_ piece: UnsafeRawBufferPointer, into output: inout [UInt8]) -> InflateError? {
        guard !piece.isEmpty else { return nil }
        guard !isAtEnd else { return .trailingData }
        // zlib reads through the pointer and writes nothing, whatever its type says.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: piece.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(piece.count)
        let failure = run(into: &output, of: piece.count)
        stream.pointee.next_in = nil
        stream.pointee.avail_in = 0
        return failure
    }

    /// - Throws: `.truncated` when the body has not ended.
    public func finish() throws(InflateError) {
        guard isAtEnd else { throw .truncated }
    }

    private mutating func run(into output: inout [UInt8], of count: Int) -> InflateError? {
        let before = consumed
        repeat {
            let room = min(Self.pieceBytes, maximumBytes - output.count + 1)
            var status = Z_OK
            let filled = [UInt8](unsafeUninitializedCapacity: room) { buffer, initialized in
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(room)
                status = CZlib.inflate(stream, Z_NO_FLUSH)
                initialized = room - Int(stream.pointee.avail_out)
            }
            output += filled
            consumed = before + count - Int(stream.pointee.avail_in)
            guard output.count <= maximumBytes,
                output.count <= Self.freeBytes || output.count / max(1, consumed) <= Self.maximumRatio
            else { return .tooLarge(maximumBytes: maximumBytes) }
            switch status {
            case Z_STREAM_END:
                isAtEnd = true
                return stream.pointee.avail_in == 0 ? nil : .trailingData
            case Z_OK: continue
            // zlib has used up the piece and cannot continue without another.
            case Z_BUF_ERROR: return nil
            default: return .malformed
            }
        } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
        return nil
    }
}
