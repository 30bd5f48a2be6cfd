/// A set of installations that is exact while it is small, and counts by a sample when it is large.
///
/// Each installation has a hash, evenly distributed between 0 and `hashes`. The set holds all hashes below a threshold,
/// which falls as the set grows. With `size` hashes the standard error is 1/√size: 0.8 %.
public struct InstallationSketch: Sendable, Hashable {
    /// The number of hashes that are kept when the threshold falls.
    public static let size = 16_384
    /// The number of further hashes until it falls again.
    public static let spare = 2048
    /// The end of the hashes, and the first threshold.
    public static let hashes: Int64 = 1 << 62

    /// The number of hashes below the threshold.
    public let count: Int
    public let threshold: Int64

    public init(count: Int = 0, threshold: Int64 = InstallationSketch.hashes) {
        self.count = count
        self.threshold = threshold
    }

    public var isFull: Bool { count >= Self.size + Self.spare }
    public var isExact: Bool { threshold >= Self.hashes }

    /// The number of installations.
    public var estimate: Int {
        isExact ? count : Int((Double(count) * (Double(Self.hashes) / Double(max(threshold, 1)))).rounded())
    }
}
