/// Estimates the memory of a delivery.
enum DeliveryMemory {
    /// The maximum memory of a delivery's values, for each byte of its text.
    private static let perByte = 16
    /// The maximum memory of a delivery, whose events and attributes are limited in number.
    private static let maximumBytes = 32 << 20

    /// The maximum memory of a delivery when it is unpacked and parsed.
    static func bytes(ofUnpacked count: Int) -> Int { min(maximumBytes, count * perByte) }
}
