/// The most frequent values of some facets among the events of a query.
public struct FacetTable: Sendable, Hashable {
    public struct Facet: Sendable, Hashable {
        public let facet: EventFacet
        /// The most frequent value first.
        public let counts: [FacetCount]

        public init(_ facet: EventFacet, _ counts: [FacetCount]) {
            self.facet = facet
            self.counts = counts
        }
    }

    public let facets: [Facet]
    /// The number of events.
    public let total: Int
    /// False when there were too many rows to count all of them.
    public let isComplete: Bool

    public init(facets: [Facet], total: Int, isComplete: Bool) {
        self.facets = facets
        self.total = total
        self.isComplete = isComplete
    }
}

/// The number of events with one value of a facet.
public struct FacetCount: Sendable, Hashable {
    /// Nil for events without one.
    public let value: String?
    public let count: Int

    public init(value: String?, count: Int) {
        self.value = value
        self.count = count
    }
}
