/// Replaces the module of swift-crypto, so that fuzzing needs no package. Its digests are no SHA-256, but equal for equal
/// data, which is all that the parsers ask for.
public enum SHA256 {
    public static func hash(data: some Sequence<UInt8>) -> [UInt8] {
        // FNV-1a, spread over 32 bytes.
        let hash = data.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return (0..<32).map { UInt8(truncatingIfNeeded: hash >> UInt64($0 % 8 * 8)) ^ UInt8($0 / 8) }
    }
}
