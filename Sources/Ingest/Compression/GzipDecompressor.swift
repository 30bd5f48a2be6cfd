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
