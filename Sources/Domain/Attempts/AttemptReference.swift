/// A short name of an attempt, which a user can read out: 40 bits of its id, as `7F3K-9QXD`.
///
/// They are the first ones, because the ids are sorted by those; of a 64-bit id that zeros fill up to 128 bits, the first of
/// its own. Of a million random ids two may share one. Where a client begins its ids with the time, those of one moment do.
public struct AttemptReference: Sendable, Hashable, LosslessStringConvertible {
    private static let byteCount = 5
    private static let letters = 8
    /// The bytes that fill a 64-bit id.
    private static let filling = [UInt8](repeating: 0, count: 8)
    /// A longer text is not read.
    private static let maximumBytes = 40

    private let bytes: [UInt8]

    public init(_ attempt: TraceID) {
        let ownBytes =
            attempt.bytes.starts(with: Self.filling) ? attempt.bytes.dropFirst(Self.filling.count) : attempt.bytes[...]
        bytes = Array(ownBytes.prefix(Self.byteCount))
    }

    /// Reads what a user typed, in either case, with hyphens and blanks of any kind.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumBytes else { return nil }
        let letters = text.unicodeScalars.filter { !$0.properties.isDash && !$0.properties.isWhitespace }
        guard letters.count == Self.letters, letters.allSatisfy(\.isASCII),
            let bytes = Base32.decodeReadable(letters.map { UInt8(ascii: $0) })
        else { return nil }
        self.bytes = bytes
    }

    /// What the ids of the attempts begin with that it stands for.
    public var prefixes: [[UInt8]] { [bytes, Self.filling + bytes] }

    public var description: String {
        let text = Base32.encodeReadable(bytes).uppercased()
        return "\(text.prefix(4))-\(text.dropFirst(4))"
    }
}
