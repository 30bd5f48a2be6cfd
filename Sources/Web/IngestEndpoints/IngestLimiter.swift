import Domain
import Synchronization

/// How much one key and one address may deliver.
public struct IngestLimits: Sendable {
    /// Events of one key at once; refilled evenly over `period`.
    public var eventsPerKey: Int
    /// Events from one address (IPv6: its /64) at once.
    public var eventsPerAddress = 400_000
    public var period = Duration.seconds(10)

    public init(eventsPerKey: Int = 400_000) {
        self.eventsPerKey = eventsPerKey
    }
}

/// Token buckets in memory, of this process alone: a delivery is too frequent to count in the database.
final class IngestLimiter: Sendable {
    /// Buckets that are remembered. When there are more, full ones are forgotten, then all: a flood of addresses cannot fill the memory.
    static let maximumBuckets = 20_000

    private struct Bucket {
        var tokens: Double
        var at: ContinuousClock.Instant
    }

    private let limits: IngestLimits
    private let buckets = Mutex<[String: Bucket]>([:])

    init(limits: IngestLimits) {
        self.limits = limits
    }

    /// Takes `count` tokens of both buckets, or none.
    /// - Returns: nil when taken, else how long to wait.
    func take(_ count: Int, key: APIKey.ID, address: String, at now: ContinuousClock.Instant = .now) -> Duration? {
        let wanted = [("key \(key)", limits.eventsPerKey), ("address \(address)", limits.eventsPerAddress)]
        return buckets.withLock { buckets in
            if buckets.count >= Self.maximumBuckets { trim(&buckets, now) }
            let levels = wanted.map { level(buckets[$0.0], capacity: $0.1, now) }
            let waits = zip(wanted, levels).compactMap { wanted, level -> Duration? in
                // A delivery larger than the whole bucket passes when the bucket is full.
                let needed = min(Double(count), Double(wanted.1))
                guard level < needed else { return nil }
                return limits.period * ((needed - level) / Double(wanted.1))
            }
            if let wait = waits.max() { return wait }
            for (wanted, level) in zip(wanted, levels) { buckets[wanted.0] = Bucket(tokens: level - Double(count), at: now) }
            return nil
        }
    }

    private func level(_ bucket: Bucket?, capacity: Int, _ now: ContinuousClock.Instant) -> Double {
        guard let bucket else { return Double(capacity) }
        let passed = (now - bucket.at) / limits.period
        return min(Double(capacity), bucket.tokens + passed * Double(capacity))
    }

    private func trim(_ buckets: inout [String: Bucket], _ now: ContinuousClock.Instant) {
        buckets = buckets.filter { now - $0.value.at < limits.period }
        if buckets.count >= Self.maximumBuckets { buckets = [:] }
    }
}
