import Domain

/// The memory that the events of one delivery may take: one limit for all formats.
///
/// Every event carries what its delivery says of all its events, so a short record can become a large event. What the
/// decoding of a delivery may need is known from its size, before it begins.
public struct EventMemory: Sendable {
    private let maximumBytes: Int
    private var bytes = 0

    /// - Parameter count: the unpacked size of the delivery.
    init(ofUnpacked count: Int) { maximumBytes = Self.maximumBytes(ofUnpacked: count) }

    /// The most memory of the events of a delivery: the events of a small one may take some more than its bytes tell.
    /// - Parameter count: its unpacked size.
    public static func maximumBytes(ofUnpacked count: Int) -> Int {
        max(smallestBytes, min(count, EventLimits.deliveryMemoryBytes / perByte) * perByte)
    }

    private static let smallestBytes = 1 << 20
    private static let perByte = 64

    /// Takes the memory of an event.
    /// - Returns: false when there is no room for it; it must be rejected then.
    mutating func take(_ event: DecodedEvent) -> Bool {
        let count = event.content.memoryBytes
        guard bytes + count <= maximumBytes else { return false }
        bytes += count
        return true
    }

    /// Takes the memory of an event.
    /// - Parameter path: where the event is in the delivery.
    /// - Throws: `too_large` when there is no room for it.
    mutating func take(_ event: DecodedEvent, at path: String) throws(ItemError) {
        guard take(event) else {
            throw ItemError(
                code: "too_large",
                message: "\(path) has no room beside the other events of the delivery. Send fewer at once, or say less."
            )
        }
    }
}
