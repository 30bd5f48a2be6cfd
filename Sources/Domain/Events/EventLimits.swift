/// The limits of one event. A longer text is cut; further attributes are left out and counted in `gatehouse.dropped`.
public enum EventLimits {
    public static let batchItems = 1000
    /// The parts of one delivery that are read: records, what they share, headers of items. What follows is counted
    /// without being read.
    public static let examinedItems = 10_000
    public static let eventBytes = 200 * 1024
    public static let compressedBytes = 1024 * 1024
    public static let decompressedBytes = 8 * 1024 * 1024
    /// The estimated memory of the events of one delivery, in any format. Events beyond it are rejected.
    public static let deliveryMemoryBytes = 24 * 1024 * 1024
    public static let depth = 32
    public static let attributes = 128
    /// The size of one text, in UTF-8 bytes.
    public static let textBytes = 8 * 1024
    /// The size of each value of a dimension (app version, device model, …), in UTF-8 bytes.
    public static let dimensionBytes = 128
    public static let messageBytes = 2048
    public static let chainLength = 16
    /// The longest duration of a step, in milliseconds; a longer one is kept as this.
    public static let durationMilliseconds: Int64 = 86_400_000
}
