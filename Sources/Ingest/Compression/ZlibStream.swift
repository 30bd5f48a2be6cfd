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
