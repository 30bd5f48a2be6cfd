/// Decodes bodies of one content coding, within limits.
public struct ContentDecoder: Sendable {
    public let coding: ContentCoding
    private let decompressor: any Decompressor.Type

    /// - Returns: nil for identity, and for a coding that is not in this build.
    public init?(_ coding: ContentCoding) {
        guard let decompressor = coding.decompressor else { return nil }
        self.coding = coding
        self.decompressor = decompressor
    }

    /// Whether decoding takes a small memory, whatever the body says: so it may be kept while a body arrives.
    public var isSmall: Bool { coding == .gzip || coding == .deflate }

    /// Begins to decode a body that comes in pieces.
    func inflator(maximumBytes: Int, packedBytes: Int?) -> Inflator {
        Inflator(decompressor.init(), maximumBytes: maximumBytes, packedBytes: packedBytes)
    }

    /// Returns the size up to which bodies of `packedBytes` unpack, with few exceptions. One that exceeds it may be as
    /// large as `maximumUnpacked`.
    public func expectedUnpacked(of packedBytes: Int, maximumBytes: Int) -> Int {
        min(maximumBytes, max(64 * 1024, packedBytes * Inflator.maximumRatio))
    }

    /// Returns the largest body that `packedBytes` unpack to without being rejected.
    public func maximumUnpacked(of packedBytes: Int, maximumBytes: Int) -> Int {
        Inflator.maximumUnpacked(of: packedBytes, maximumBytes: maximumBytes)
    }

    /// Returns the most memory that `decode` needs beside the two bodies.
    public func memoryBytes(for packed: UnsafeRawBufferPointer) -> Int { decompressor.memoryBytes(for: packed) }

    /// Unpacks the beginning of a body, whatever follows.
    /// - Parameter maximumBytes: where to stop.
    public func decodeBeginning(_ packed: UnsafeRawBufferPointer, maximumBytes: Int) throws(InflateError) -> [UInt8] {
        try inflator(maximumBytes: maximumBytes, packedBytes: nil).beginning(of: packed)
    }

    /// Unpacks a complete body.
    /// - Parameter maximumBytes: the limit of the unpacked body.
    public func decode(_ packed: UnsafeRawBufferPointer, maximumBytes: Int) throws(InflateError) -> [UInt8] {
        let inflator = inflator(maximumBytes: maximumBytes, packedBytes: packed.count)
        var body: [UInt8] = []
        // An array that grows takes three times its size.
        body.reserveCapacity(maximumUnpacked(of: packed.count, maximumBytes: maximumBytes))
        try inflator.inflate(packed, into: &body)
        try inflator.finish()
        return body
    }
}
