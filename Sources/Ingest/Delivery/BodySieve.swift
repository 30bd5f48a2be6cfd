/// Reads an unpacked body piece by piece, and keeps what its format decodes.
public protocol BodySieve: Sendable {
    /// The size of what is kept so far.
    var keptBytes: Int { get }

    /// The size of what was parsed so far: what is kept, and headers that are kept shorter.
    var parsedBytes: Int { get }

    /// Reads the next piece, wherever the body is cut.
    /// - Throws: `too_large` when more is to be kept than may be, and the errors of the format.
    mutating func take(_ piece: ArraySlice<UInt8>) throws(DeliveryError)

    /// Ends the body.
    /// - Returns: what is kept: a body of the format, which decodes like the whole.
    mutating func finish() throws(DeliveryError) -> [UInt8]
}
