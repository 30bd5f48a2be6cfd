import Domain

/// Reads failures. What events have changed is carried out first, so that a reader sees the state of now.
public struct FailureReading: Sendable {
    let store: any FailureStore
    let now: @Sendable () -> Timestamp

    public func list(
        _ query: FailureQuery,
        _ request: PageRequest,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> FailureListing {
        let now = now()
        try await store.settle(nil, at: now, in: grant.tenant)
        return try await store.list(query, request, at: now, in: grant.tenant)
    }

    /// - Throws: `.notFound(.failure)`
    public func failure(
        _ id: FailureKey.ID,
        _ period: FailurePeriod,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> FailureDetail {
        let now = now()
        try await store.settle([id], at: now, in: grant.tenant)
        return try await store.failure(id, period, at: now, in: grant.tenant)
    }

    /// Returns the users who have had no success since their latest event of the failure in the period: that event of
    /// each, latest first.
    /// - Throws: `.notFound(.failure)`
    public func usersStillOut(
        of id: FailureKey.ID,
        _ period: FailurePeriod,
        _ request: PageRequest,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> Page<StoredEvent> {
        try await store.usersStillOut(of: id, period, request, at: now(), in: grant.tenant)
    }

    /// - Throws: `.notFound(.failure)`
    public func changes(
        of id: FailureKey.ID,
        _ request: PageRequest,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> Page<TriageChange> {
        try await store.settle([id], at: now(), in: grant.tenant)
        return try await store.changes(of: id, request, in: grant.tenant)
    }

    /// - Throws: `.notFound(.failure)`
    public func comments(
        on id: FailureKey.ID,
        _ request: PageRequest,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> Page<FailureComment> {
        try await store.comments(on: id, request, in: grant.tenant)
    }
}
