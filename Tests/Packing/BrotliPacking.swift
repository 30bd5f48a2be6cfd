#if Brotli
import CBrotliEncoder

public enum BrotliPacking {
    /// - Parameter windowBits: 10 to 24; up to 30 in the large-window format, which is no part of RFC 7932.
    public static func pack(_ bytes: [UInt8], windowBits: Int32, quality: Int32 = 9) -> [UInt8] {
        var count = BrotliEncoderMaxCompressedSize(bytes.count) + 1024
        return [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
            let status = BrotliEncoderCompress(
                quality,
                windowBits,
                BROTLI_MODE_GENERIC,
                bytes.count,
                bytes,
                &count,
                output.baseAddress
            )
            precondition(status == BROTLI_TRUE, "the output has room")
            initialized = count
        }
    }
}
#endif
