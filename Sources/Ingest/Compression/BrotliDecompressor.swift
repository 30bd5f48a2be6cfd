#if Brotli
import CBrotli

/// Decompresses one brotli stream (RFC 7932). Large windows, which are no part of the RFC, are rejected.
final class BrotliDecompressor: Decompressor {
    /// The state, and prefix codes and context maps of their largest number and size.
    private static let stateBytes = 4 << 20

    private let decoder: OpaquePointer

    init() {
        // It fails only without memory.
        guard let decoder = BrotliDecoderCreateInstance(nil, nil, nil) else {
            preconditionFailure("brotli cannot start")
        }
        BrotliDecoderSetParameter(decoder, BROTLI_DECODER_PARAM_LARGE_WINDOW, 0)
        self.decoder = decoder
    }

    deinit { BrotliDecoderDestroyInstance(decoder) }

    /// The decoder's ring buffer has the size of the window at most. While it grows, it exists with half of that too.
    static func memoryBytes(for packed: UnsafeRawBufferPointer) -> Int {
        guard let first = packed.first else { return stateBytes }
        return stateBytes + 3 << (windowBits(first) - 1)
    }

    /// WBITS (RFC 7932 §9.1).
    private static func windowBits(_ first: UInt8) -> Int {
        let (low, high) = (Int(first >> 1 & 7), Int(first >> 4 & 7))
        return switch (first & 1, low, high) {
        case (0, _, _): 16
        case (_, 1..., _): 17 + low
        case (_, _, 0): 17
        // 1 is reserved, and rejected by the decoder.
        default: 8 + high
        }
    }

    func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<UInt8>) -> DecompressionStep {
        var (inputLeft, outputLeft) = (input.count, output.count)
        var nextInput = input.bindMemory(to: UInt8.self).baseAddress
        var nextOutput = output.baseAddress
        let result = BrotliDecoderDecompressStream(decoder, &inputLeft, &nextInput, &outputLeft, &nextOutput, nil)
        return DecompressionStep(
            consumed: input.count - inputLeft,
            produced: output.count - outputLeft,
            status: status(of: result, outputLeft)
        )
    }

    private func status(of result: BrotliDecoderResult, _ outputLeft: Int) -> DecompressionStep.Status {
        switch result {
        case BROTLI_DECODER_RESULT_SUCCESS: .ended
        case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: .outputFull
        case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: outputLeft == 0 ? .outputFull : .needsInput
        default: .failed(.malformed)
        }
    }
}
#endif
