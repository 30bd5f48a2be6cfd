import Domain

/// Events over time, one column for each span.
public struct EventHistogram: Sendable, Hashable {
    public struct Column: Sendable, Hashable {
        public let start: Timestamp
        public let counts: [Outcome: Int]

        public init(start: Timestamp, counts: [Outcome: Int]) {
            self.start = start
            self.counts = counts
        }
    }

    public let span: Duration
    public let columns: [Column]
    /// False when there were too many rows to count all of them.
    public let isComplete: Bool

    public init(span: Duration, columns: [Column], isComplete: Bool) {
        self.span = span
        self.columns = columns
        self.isComplete = isComplete
    }

    public var total: Int { columns.reduce(0) { $0 + $1.counts.values.reduce(0, +) } }

    /// From the start of the first column to the end of the last one; nil without columns.
    public var time: Range<Timestamp>? {
        guard let first = columns.first, let last = columns.last else { return nil }
        return first.start..<last.start + span
    }
}
