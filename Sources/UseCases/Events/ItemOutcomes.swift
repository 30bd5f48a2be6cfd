import Domain

/// What became of the items that arrived within a range of time, and what clients lost.
public struct ItemOutcomes: Sendable, Hashable {
    /// The maximum number of rows.
    public static let maximumRows = 5000

    /// The items of one span of time with the same key, category, outcome and reason.
    public struct Row: Sendable, Hashable {
        /// The start of the span, in UTC.
        public let start: Timestamp
        /// The key that sent the items; nil for what the server itself recorded.
        public let key: APIKey.ID?
        public let items: ItemCount

        public init(start: Timestamp, key: APIKey.ID?, items: ItemCount) {
            self.start = start
            self.key = key
            self.items = items
        }
    }

    /// The width of a span: an hour, or a day for a range of more than two days.
    public let span: Duration
    /// The numbers of all items of the range, whatever the rows leave out.
    public let totals: [ItemOutcome: Int]
    /// The latest first; at most `maximumRows`.
    public let rows: [Row]
    public let isComplete: Bool

    public init(span: Duration, totals: [ItemOutcome: Int], rows: [Row], isComplete: Bool) {
        self.span = span
        self.totals = totals
        self.rows = rows
        self.isComplete = isComplete
    }

    /// The items that arrived: the sum of all outcomes but `lost`.
    public var received: Int { totals.reduce(0) { $1.key.isReceived ? $0 + $1.value : $0 } }
}
