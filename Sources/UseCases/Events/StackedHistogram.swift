import Domain

/// Events over time, stacked by the values of a facet.
public struct StackedHistogram: Sendable, Hashable {
    /// The number of values with a part of their own; the other values share one.
    public static let values = 7

    public enum Series: Sendable, Hashable {
        /// Events with a value; nil is of those without one.
        case value(String?)
        /// The events with all other values.
        case other
    }

    public struct Column: Sendable, Hashable {
        public let start: Timestamp
        /// In the order of the series.
        public let counts: [Int]

        public init(start: Timestamp, counts: [Int]) {
            self.start = start
            self.counts = counts
        }
    }

    public let facet: EventFacet
    public let span: Duration
    /// The most frequent first; the others last, when there are any.
    public let series: [Series]
    public let columns: [Column]
    /// False when there were too many rows to count all of them.
    public let isComplete: Bool

    public init(facet: EventFacet, span: Duration, series: [Series], columns: [Column], isComplete: Bool) {
        self.facet = facet
        self.span = span
        self.series = series
        self.columns = columns
        self.isComplete = isComplete
    }

    public var total: Int { columns.reduce(0) { $0 + $1.counts.reduce(0, +) } }
}
