/// Decompresses one body, step by step. `Inflator` enforces the limits.
///
/// A value belongs to one task.
protocol Decompressor: AnyObject, SendableMetatype {
    /// Returns the most memory that decompression takes beside its input and output.
    static func memoryBytes(for packed: UnsafeRawBufferPointer) -> Int

    init()

    /// Decompresses as much of the input as fits into the output, which has room for one byte at least.
    ///
    /// A step that consumes and produces nothing needs more input.
    func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<UInt8>) -> DecompressionStep

    /// Begins another body that follows one which has ended, in codings whose bodies may follow one another.
    /// - Parameter byte: its first one, which the next step reads.
    /// - Returns: false when nothing may follow, or not with this byte.
    func beginsNext(with byte: UInt8) -> Bool
}

extension Decompressor {
    func beginsNext(with byte: UInt8) -> Bool { false }
}

/// The result of one step of a `Decompressor`.
struct DecompressionStep {
    enum Status {
        /// The output is full; there may be more of it.
        case outputFull
        /// All input is consumed.
        case needsInput
        /// The compressed data is complete. Bytes that were not consumed follow it.
        case ended
        case failed(InflateError)
    }

    /// Bytes of the input.
    let consumed: Int
    /// Bytes written to the beginning of the output.
    let produced: Int
    let status: Status
}
