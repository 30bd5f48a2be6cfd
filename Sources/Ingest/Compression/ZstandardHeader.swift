#if Zstandard
/// The part of a Zstandard frame header that says how much memory its decoder allocates (RFC 8878 §3.1.1.1).
struct ZstandardHeader {
    static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
    /// The decoder's state and its buffers of one block each, which are allocated whatever the window is.
    private static let stateBytes = 512 * 1024

    /// nil when the header is not complete, or says more than an `Int` holds.
    private let windowBytes: Int?

    init(_ frame: UnsafeRawBufferPointer) { windowBytes = Self.window(frame) }

    /// - Parameter maximumWindow: a frame with a larger window is rejected before the window is allocated.
    func memoryBytes(maximumWindow: Int) -> Int { Self.stateBytes + min(windowBytes ?? maximumWindow, maximumWindow) }

    private static func window(_ frame: UnsafeRawBufferPointer) -> Int? {
        guard frame.count > magic.count + 1 else { return nil }
        let descriptor = frame[magic.count]
        let next = magic.count + 1
        guard descriptor & 0x20 != 0 else {
            // Window_Descriptor: an exponent of five bits, and a mantissa in eighths.
            let base = 1 << (10 + Int(frame[next] >> 3))
            return base + base / 8 * Int(frame[next] & 7)
        }
        // A single segment: the window is the content. Dictionary_ID comes before Frame_Content_Size.
        let start = next + [0, 1, 2, 4][Int(descriptor & 3)]
        let size = [1, 2, 4, 8][Int(descriptor >> 6)]
        guard frame.count >= start + size else { return nil }
        let count = frame[start..<start + size].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: size == 2 ? count + 256 : count)
    }
}
#endif
