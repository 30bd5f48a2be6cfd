/// How often the values of the facets occur among selected events, and among others.
public struct ValueCounts: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
        public let facet: EventFacet
        /// Nil for events without one.
        public let value: String?
        /// The number among the selected events.
        public let selected: Int
        /// The number among the others.
        public let baseline: Int

        public init(facet: EventFacet, value: String?, selected: Int, baseline: Int) {
            self.facet = facet
            self.value = value
            self.selected = selected
            self.baseline = baseline
        }
    }

    public let entries: [Entry]
    /// The number of selected events.
    public let selected: Int
    /// The number of the others.
    public let baseline: Int
    /// False when there were too many rows to count all of them.
    public let isComplete: Bool

    public init(entries: [Entry], selected: Int, baseline: Int, isComplete: Bool) {
        self.entries = entries
        self.selected = selected
        self.baseline = baseline
        self.isComplete = isComplete
    }
}
