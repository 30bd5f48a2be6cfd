import Domain

/// What differs between selected events and others: the values whose share differs most, beyond chance.
///
/// Two shares differ when the 95 % interval of their difference excludes zero. The differences are ranked by the bound of
/// the interval that is nearer to zero, so that a sure difference comes before a larger one that a few events suggest.
public struct EventComparison: Sendable, Hashable {
    public struct Difference: Sendable, Hashable {
        public let facet: EventFacet
        /// Nil for events without one.
        public let value: String?
        /// The number of selected events with the value, and of the others.
        public let selected: Int
        public let baseline: Int
        /// The parts of the selected events, and of the others, from 0 to 1.
        public let selectedShare: Double
        public let baselineShare: Double
        /// The least difference that is likely, with the sign of the difference.
        public let sureDifference: Double

        public var difference: Double { selectedShare - baselineShare }
    }

    /// The number of events that each side must have: with fewer, no share means much.
    public static let minimumSample = 5

    /// The largest sure difference first.
    public let differences: [Difference]
    /// The number of selected events.
    public let selected: Int
    /// The number of the others.
    public let baseline: Int
    /// False when there were too many rows to count all of them.
    public let isComplete: Bool

    public init(_ counts: ValueCounts, limit: Int) {
        selected = counts.selected
        baseline = counts.baseline
        isComplete = counts.isComplete
        guard min(selected, baseline) >= Self.minimumSample else {
            differences = []
            return
        }
        let all = counts.entries.compactMap { Self.difference($0, of: counts) }
        differences = Array(all.sorted(by: Self.precedes).prefix(limit))
    }

    /// - Returns: nil when chance explains it.
    private static func difference(_ entry: ValueCounts.Entry, of counts: ValueCounts) -> Difference? {
        let selected = Share(entry.selected, of: counts.selected)
        let baseline = Share(entry.baseline, of: counts.baseline)
        guard let selectedShare = selected.value, let baselineShare = baseline.value,
            let difference = selected.difference(from: baseline, .usual),
            difference.lowerBound > 0 || difference.upperBound < 0
        else { return nil }
        return Difference(
            facet: entry.facet,
            value: entry.value,
            selected: entry.selected,
            baseline: entry.baseline,
            selectedShare: selectedShare,
            baselineShare: baselineShare,
            sureDifference: difference.lowerBound > 0 ? difference.lowerBound : difference.upperBound
        )
    }

    /// Those that are equally sure follow the order of the facets, then that of the bytes of their values.
    private static func precedes(_ left: Difference, _ right: Difference) -> Bool {
        let (first, second) = (abs(left.sureDifference), abs(right.sureDifference))
        if first != second { return first > second }
        if left.facet != right.facet { return left.facet.dimension.rawValue < right.facet.dimension.rawValue }
        return (left.value ?? "").utf8.lexicographicallyPrecedes((right.value ?? "").utf8)
    }
}
