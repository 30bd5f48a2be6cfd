import StrictJSON

/// How long each step usually takes, from recent successes.
public struct UsualDurations: Sendable {
    /// One step that succeeded.
    public struct Sample: Sendable, Hashable {
        let kind: Kind
        let duration: Duration

        public init(source: EventSource, stage: Stage, name: String?, duration: Duration) {
            kind = Kind(source: source, stage: stage, name: name.map { ByteText($0) })
            self.duration = duration
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
        usual = Dictionary(grouping: samples, by: \.kind).compactMapValues { UsualDuration(of: $0.map(\.duration)) }
    }

    /// - Returns: nil for a kind of step with too few samples.
    public subscript(event: EventContent) -> UsualDuration? {
        usual[Kind(source: event.source, stage: event.stage, name: event[.name].map { ByteText($0) })]
    }
}
