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
