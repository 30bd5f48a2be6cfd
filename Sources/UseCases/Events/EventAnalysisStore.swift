import Domain

/// Counts events for analysis: what the values of their dimensions are.
public protocol EventAnalysisStore: Sendable {
    /// - Parameter limit: the maximum number of values of each facet.
    func facets(
        _ query: EventQuery,
        by facets: [EventFacet],
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> FacetTable
    func histogram(
        _ query: EventQuery,
        by facet: EventFacet,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> StackedHistogram
    /// Counts the values of every facet among the events of a query and among those of its baseline, on one snapshot.
    func valueCounts(
        _ query: EventQuery,
        against baseline: ComparisonBaseline,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> ValueCounts
    /// Returns the most frequent values of a dimension that begin with these bytes, the most frequent first.
    /// - Parameter dimension: one that the shapes of events hold.
    func values(
        of dimension: EventDimension,
        startingWith prefix: String,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [QueryDictionaryEntry]
}
