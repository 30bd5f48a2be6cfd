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
