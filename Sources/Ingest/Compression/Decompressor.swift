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
}
