import Domain

/// Says how events differ: by the values of their dimensions, over time, and from other events.
public struct EventAnalysis: Sendable {
    let store: any EventAnalysisStore

    /// Returns the most frequent values of some facets.
    public func facets(
        _ query: EventQuery,
        by facets: [EventFacet],
        limit: Int = 20,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> FacetTable {
        try await store.facets(query, by: facets, limit: min(max(limit, 1), 200), in: grant.tenant)
    }

    public func histogram(
        _ query: EventQuery,
        by facet: EventFacet,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> StackedHistogram {
        try await store.histogram(query, by: facet, in: grant.tenant)
    }

    /// Returns the values that are more or less frequent among the events of a query than among others.
    public func comparison(
        _ query: EventQuery,
        with baseline: ComparisonBaseline,
        limit: Int = 20,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> EventComparison {
        let counts = try await store.valueCounts(query, against: baseline, in: grant.tenant)
        return EventComparison(counts, limit: min(max(limit, 1), 200))
    }

    /// Returns what can replace the word at a cursor, in bytes; nil where nothing can be proposed.
    public func completion(
        of text: String,
        at cursor: Int,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> QueryCompletion? {
        try await .candidates(in: text, at: cursor, from: TenantDictionary(store: store, tenant: grant.tenant))
    }

    private struct TenantDictionary: QueryDictionary {
        let store: any EventAnalysisStore
        let tenant: Tenant.ID

        func values(
            of dimension: EventDimension,
            startingWith prefix: String,
            limit: Int
        ) async throws(DomainError) -> [QueryDictionaryEntry] {
            try await store.values(of: dimension, startingWith: prefix, limit: limit, in: tenant)
        }
    }
}
