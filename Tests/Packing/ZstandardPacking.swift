#if Zstandard
import CZstandard

public enum ZstandardPacking {
    /// - Parameter windowLog: 10 to 27, in a frame that does not say how long its content is; nil lets the library
    ///   choose, which knows the length.
    public static func pack(_ bytes: [UInt8], windowLog: Int32?) -> [UInt8] {
        let context = ZSTD_createCCtx()
        defer { ZSTD_freeCCtx(context) }
        ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
        if let windowLog {
            ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, windowLog)
            ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0)
        }
        return [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(bytes.count)) { output, count in
            if windowLog == nil {
                count = ZSTD_compress2(context, output.baseAddress, output.count, bytes, bytes.count)
            } else {
                count = stream(bytes, into: output, context)
            }
            precondition(ZSTD_isError(count) == 0, "the output has room")
        }
    }

    /// In two pieces, so that the library does not know the length and keeps the window.
    private static func stream(
        _ bytes: [UInt8],
        into output: UnsafeMutableBufferPointer<UInt8>,
        _ context: OpaquePointer?
    ) -> Int {
        bytes.withUnsafeBytes { bytes in
            var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
            var source = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count / 2, pos: 0)
            ZSTD_compressStream2(context, &target, &source, ZSTD_e_flush)
            source.size = bytes.count
            let left = ZSTD_compressStream2(context, &target, &source, ZSTD_e_end)
            return left == 0 ? target.pos : left
        }
    }
}
#endif
