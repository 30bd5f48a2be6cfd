/// Decompresses one gzip member (RFC 1952).
final class GzipDecompressor: Decompressor {
    /// 15 bits of window, and 16 to accept the gzip container only (zlib.h: inflateInit2).
    private let stream = ZlibStream(windowBits: 15 + 16)

    static func memoryBytes(for packed: UnsafeRawBufferPointer) -> Int { ZlibStream.memoryBytes }

    func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<UInt8>) -> DecompressionStep {
        stream.step(input, into: output)
    }
}
