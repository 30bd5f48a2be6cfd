import Ingest

/// Estimates the memory of a delivery.
enum DeliveryMemory {
    /// The maximum memory of a delivery that is parsed, in any format: its text, and its events.
    static func bytes(ofUnpacked count: Int) -> Int { count + EventMemory.maximumBytes(ofUnpacked: count) }
}
