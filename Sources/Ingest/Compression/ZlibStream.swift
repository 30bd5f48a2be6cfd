import CZlib

/// A zlib stream that decompresses.
final class ZlibStream {
    /// The state of the stream and its window of 32 KiB (zlib.h: inflateInit2).
    static let memoryBytes = 48 * 1024

    /// It must not move, because zlib keeps a pointer back to it. Only this object owns it.
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameter windowBits: selects the container too (zlib.h: inflateInit2).
    init(windowBits: Int32) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = inflateInit2_(stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        // It fails only without memory, or with another zlib than that of the header.
        precondition(status == Z_OK, "zlib cannot start")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Begins anew with this container.
    func reset(windowBits: Int32) {
        let status = inflateReset2(stream, windowBits)
        precondition(status == Z_OK, "zlib has these containers")
    }

    func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<UInt8>) -> DecompressionStep {
        // zlib reads through the pointer and writes nothing, whatever its type says.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        defer {
            stream.pointee.next_in = nil
            stream.pointee.next_out = nil
        }
        let status = CZlib.inflate(stream, Z_NO_FLUSH)
        return DecompressionStep(
            consumed: input.count - Int(stream.pointee.avail_in),
            produced: output.count - Int(stream.pointee.avail_out),
            status: self.status(of: status)
        )
    }

    private func status(of status: Int32) -> DecompressionStep.Status {
        switch status {
        case Z_STREAM_END: .ended
        case Z_OK: stream.pointee.avail_out == 0 ? .outputFull : .needsInput
        // zlib cannot continue without more input.
        case Z_BUF_ERROR: .needsInput
        default: .failed(.malformed)
        }
    }
}

/// Decompresses gzip members, which may follow one another (RFC 1952 §2.2).
final class GzipDecompressor: Decompressor {
    /// 15 bits of window, and 16 to accept the gzip container only (zlib.h: inflateInit2).
    private static let windowBits: Int32 = 15 + 16
    /// ID1 (RFC 1952 §2.3.1).
    private static let firstByte: UInt8 = 0x1F

    private let stream = ZlibStream(windowBits: windowBits)

    static func memoryBytes(for packed: UnsafeRawBufferPointer) -> Int { ZlibStream.memoryBytes }

    func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<UInt8>) -> DecompressionStep {
        stream.step(input, into: output)
    }

    func beginsNext(with byte: UInt8) -> Bool {
        guard byte == Self.firstByte else { return false }
        stream.reset(windowBits: Self.windowBits)
        return true
    }
}

/// Decompresses DEFLATE data in a zlib container (RFC 1950), which the coding `deflate` is, or bare (RFC 1951), which
/// opentelemetry-swift and others send.
///
/// The first byte tells them apart: in a zlib container its low half is 8 and its high half at most 7. Bare data
/// with such a byte would begin with a stored block whose padding bits are not zero; no compressor writes that.
final class DeflateDecompressor: Decompressor {
    private static let bareWindow: Int32 = -15
    private static let zlibWindow: Int32 = 15

    private let stream = ZlibStream(windowBits: bareWindow)
    private var hasContainer: Bool?

    static func memoryBytes(for packed: UnsafeRawBufferPointer) -> Int { ZlibStream.memoryBytes }

    func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<UInt8>) -> DecompressionStep {
        if hasContainer == nil, let first = input.first {
            let isZlib = first & 0x0F == 8 && first >> 4 <= 7
            if isZlib { stream.reset(windowBits: Self.zlibWindow) }
            hasContainer = isZlib
        }
        return stream.step(input, into: output)
    }
}
