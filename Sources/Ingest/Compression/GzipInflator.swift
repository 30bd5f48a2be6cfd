import CZlib

/// Why a compressed body is not taken.
public enum InflateError: Error, Sendable, Hashable {
    /// Not gzip (RFC 1952), or damaged.
    case malformed
    /// Ends in the middle.
    case truncated
    /// Something follows the gzip member.
    case trailingData
    /// More would come out than is taken, or so much more than went in that it can only be a trap.
    case tooLarge(maximumBytes: Int)

    /// One sentence for people.
    public var sentence: String {
        switch self {
        case .malformed: "The body is not gzip."
        case .truncated: "The gzip body is cut short."
        case .trailingData: "Something follows the gzip body. Send one member only."
        case .tooLarge(let maximum): "The body unpacks to more than \(maximum) bytes, or is packed suspiciously well."
        }
    }
}

/// Unpacks one gzip member piece by piece, and stops as soon as too much comes out.
///
/// Memory is bounded by what is taken, whatever the body claims. A value belongs to one task.
public struct GzipInflator: ~Copyable {
    /// Up to here anything may be packed well; beyond it a ratio above `maximumRatio` is a trap.
    public static let freeBytes = 64 * 1024
    public static let maximumRatio = 100
    private static let pieceBytes = 64 * 1024
    /// 15 bits of window, and 16 to ask for the gzip container alone (zlib.h, inflateInit2).
    private static let gzipWindow: Int32 = 15 + 16

    private let maximumBytes: Int
    /// In one place for its whole life: zlib keeps a pointer back to it. Owned by this value alone.
    private let stream: UnsafeMutablePointer<z_stream>
    private var isAtEnd = false
    private var consumed = 0

    /// - Parameter maximumBytes: of the unpacked body.
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

    /// The most that can come out of so many packed bytes before it is refused.
    public static func maximumUnpacked(of packedBytes: Int, maximumBytes: Int) -> Int {
        min(maximumBytes, max(freeBytes, packedBytes * maximumRatio))
    }

    /// Unpacks a piece and appends what comes out.
    public mutating func inflate(_ piece: [UInt8], into output: inout [UInt8]) throws(InflateError) {
        if let failure = piece.withUnsafeBytes({ take($0, into: &output) }) { throw failure }
    }

    /// Unpacks a piece where it lies and appends what comes out.
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
            // No progress is possible: the piece is used up.
            case Z_BUF_ERROR: return nil
            default: return .malformed
            }
        } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
        return nil
    }
}
