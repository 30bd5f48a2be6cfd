/// How long a step usually takes when it succeeds.
public struct UsualDuration: Sendable, Hashable {
    /// With fewer samples nothing is called usual.
    public static let minimumSamples = 20

    public let median: Duration
    /// The 95th percentile: one in twenty takes longer.
    public let slow: Duration
    public let samples: Int

    /// - Returns: nil with too few samples.
    public init?(of durations: [Duration]) {
        guard durations.count >= Self.minimumSamples else { return nil }
        let sorted = durations.sorted()
        median = sorted[Self.place(50, sorted.count)]
        slow = sorted[Self.place(95, sorted.count)]
        samples = sorted.count
    }

    /// The place of a percentile, by nearest rank.
    private static func place(_ percent: Int, _ count: Int) -> Int { (count * percent + 99) / 100 - 1 }
}
