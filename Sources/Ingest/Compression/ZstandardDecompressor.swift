#if Zstandard
import CZstandard

/// Decompresses one Zstandard frame (RFC 8878) with a window of at most 8 MiB (RFC 9659 §3).
///
/// Skippable frames, and the formats before RFC 8878, which the library may still read, are rejected.
final class ZstandardDecompressor: Decompressor {
    static let maximumWindowLog = 23

    private let decoder: OpaquePointer
    private var magicSeen = 0

    init() {
        // It fails only without memory.
        guard let decoder = ZSTD_createDCtx() else { preconditionFailure("zstd cannot start") }
        let status = ZSTD_DCtx_setParameter(decoder, ZSTD_d_windowLogMax, Int32(Self.maximumWindowLog))
        precondition(ZSTD_isError(status) == 0, "zstd has windows of 8 MiB")
        self.decoder = decoder
    }

    deinit { ZSTD_freeDCtx(decoder) }

    static func memoryBytes(for packed: UnsafeRawBufferPointer) -> Int {
        ZstandardHeader(packed).memoryBytes(maximumWindow: 1 << maximumWindowLog)
    }

    func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<UInt8>) -> DecompressionStep {
        guard hasMagic(input) else { return DecompressionStep(consumed: 0, produced: 0, status: .failed(.malformed)) }
        var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let result = ZSTD_decompressStream(decoder, &target, &source)
        return DecompressionStep(
            consumed: source.pos,
            produced: target.pos,
            status: status(of: result, isFull: target.pos == target.size)
        )
    }

    /// Compares the first bytes of the body, wherever it is cut.
    private func hasMagic(_ input: UnsafeRawBufferPointer) -> Bool {
        let missing = ZstandardHeader.magic.dropFirst(magicSeen)
        magicSeen += min(missing.count, input.count)
        return zip(missing, input).allSatisfy { $0 == $1 }
    }

    private func status(of result: Int, isFull: Bool) -> DecompressionStep.Status {
        if ZSTD_isError(result) != 0 {
            let isWindow = ZSTD_getErrorCode(result) == ZSTD_error_frameParameter_windowTooLarge
            return .failed(isWindow ? .windowTooLarge(maximumBytes: 1 << Self.maximumWindowLog) : .malformed)
        }
        if result == 0 { return .ended }
        return isFull ? .outputFull : .needsInput
    }
}
#endif
