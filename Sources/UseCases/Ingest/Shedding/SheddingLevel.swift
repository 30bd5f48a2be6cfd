/// What is left out while a tenant's events arrive faster than they can be stored, or its budget of the day runs out:
/// the least useful first, failures last.
///
/// Each level includes those below. Beyond the last one the queue is full, and whole deliveries are rejected.
public enum SheddingLevel: Int, Sendable, CaseIterable, Comparable {
    /// Everything is stored.
    case none
    /// Of successes, one attempt in ten is stored; all of them are counted.
    case successes
    /// Events without a result, and runs of the app, are rejected.
    case information
    /// Of a frequent failure, the first events of each minute are stored; all of them are counted.
    case frequentFailures

    public static func < (left: SheddingLevel, right: SheddingLevel) -> Bool { left.rawValue < right.rawValue }

    /// The part of its places in the queue that a tenant must fill for the level to begin.
    private var beginning: Double {
        switch self {
        case .none: 0
        case .successes: 0.5
        case .information: 0.7
        case .frequentFailures: 0.85
        }
    }

    /// How far the queue must drain below the beginning of a level for the level to end, so that it does not begin and
    /// end with each transaction.
    private static let margin = 0.25

    /// The level after this one: it rises at once, and falls when the queue has drained by a margin.
    /// - Parameter pressure: the part of its places that a tenant has filled, from 0 to 1.
    func next(pressure: Double) -> SheddingLevel {
        let reached = Self.allCases.last { pressure >= $0.beginning } ?? .none
        guard reached < self else { return reached }
        return Self.allCases.last { $0 <= self && pressure >= $0.beginning - Self.margin } ?? .none
    }

    /// The level for a part of the budget of the day.
    static func budget(used: Double) -> SheddingLevel {
        switch used {
        case ..<0.8: .none
        case ..<0.9: .successes
        case ..<0.95: .information
        default: .frequentFailures
        }
    }
}
