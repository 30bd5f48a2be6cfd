import StrictJSON

/// How long each step usually takes, from recent successes.
public struct UsualDurations: Sendable {
    /// Steps of one kind that succeeded.
    public struct Sample: Sendable, Hashable {
        let kind: Kind
        let durations: [Duration]

        public init(source: EventSource, stage: Stage, name: String?, durations: [Duration]) {
            kind = Kind(source: source, stage: stage, name: name.map { ByteText($0) })
            self.durations = durations
        }
    }

    /// Steps of one kind are compared with each other.
    struct Kind: Sendable, Hashable {
        let source: EventSource
        let stage: Stage
        let name: ByteText?
    }

    private let usual: [Kind: UsualDuration]

    public static let unknown = UsualDurations([])

    public init(_ samples: [Sample]) {
        let all = samples.reduce(into: [Kind: [Duration]]()) { $0[$1.kind, default: []] += $1.durations }
        usual = all.compactMapValues { UsualDuration(of: $0) }
    }

    /// - Returns: nil for a kind of step with too few samples.
    public subscript(event: EventContent) -> UsualDuration? {
        usual[Kind(source: event.source, stage: event.stage, name: event[.name].map { ByteText($0) })]
    }
}

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
