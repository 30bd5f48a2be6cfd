import Domain

/// Reads events.
public struct EventReading: Sendable {
    let store: any EventStore

    public func page(
        _ query: EventQuery,
        _ request: PageRequest,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> Page<StoredEvent> {
        try await store.page(query, request, in: grant.tenant)
    }

    /// - Throws: `.notFound(.event)`
    public func event(_ reference: Event.Reference, grant: Grant<ReadEvents>) async throws(DomainError) -> StoredEvent {
        try await store.event(reference, in: grant.tenant)
    }

    public func histogram(_ query: EventQuery, grant: Grant<ReadEvents>) async throws(DomainError) -> EventHistogram {
        try await store.histogram(query, in: grant.tenant)
    }

    public func counts(
        _ query: EventQuery,
        by facet: EventFacet,
        limit: Int = 20,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> [FacetCount] {
        try await store.counts(query, by: facet, limit: min(max(limit, 1), 200), in: grant.tenant)
    }

    public func outcomes(
        from: Timestamp,
        to: Timestamp,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> ItemOutcomes {
        try await store.outcomes(from: from, to: to, in: grant.tenant)
    }
}
