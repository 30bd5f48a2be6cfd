import Domain
import Foundation
import Synchronization
import UseCases

/// Passes on to a store, counts which attempts are read, fails for one tenant, and may count too slowly.
final class WatchedAttempts: AttemptStore {
    private let store: any AttemptStore
    private let failing: Tenant.ID?
    private let countsTooSlowly: Bool
    private let reads = Mutex<[TraceID: Int]>([:])

    init(_ store: any AttemptStore, failing: Tenant.ID? = nil, countsTooSlowly: Bool = false) {
        self.store = store
        self.failing = failing
        self.countsTooSlowly = countsTooSlowly
    }

    /// How often each attempt was read.
    var counts: [TraceID: Int] { reads.withLock { $0 } }

    func events(of attempt: TraceID, in tenant: Tenant.ID) async throws(DomainError) -> AttemptEvents {
        reads.withLock { $0[attempt, default: 0] += 1 }
        return try await store.events(of: attempt, in: tenant)
    }

    func attempts(
        _ reference: AttemptReference,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [ReferencedAttempt] {
        try await store.attempts(reference, limit: limit, in: tenant)
    }

    func failure(of event: Event.Reference, in tenant: Tenant.ID) async throws(DomainError) -> FailureKey.ID? {
        try await store.failure(of: event, in: tenant)
    }

    func candidates(
        for anchor: AttemptAnchor,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [StoredEvent] {
        try await store.candidates(for: anchor, limit: limit, in: tenant)
    }

    func events(
        ofRequests ids: [UUID],
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [StoredEvent] {
        try await store.events(ofRequests: ids, limit: limit, in: tenant)
    }

    func guesses(
        _ searches: [GuessSearch],
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [StoredEvent] {
        try await store.guesses(searches, limit: limit, in: tenant)
    }

    func page(
        _ filter: AttemptFilter,
        _ request: PageRequest,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<AttemptEvents> {
        if tenant == failing { throw .unavailable(retryAfter: .seconds(1)) }
        return try await store.page(filter, request, in: tenant)
    }

    func samples(before cutoff: Timestamp, in tenant: Tenant.ID) async throws(DomainError) -> [UsualDurations.Sample] {
        try await store.samples(before: cutoff, in: tenant)
    }

    func events(
        of filter: AttemptFilter,
        before cutoff: Timestamp,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [StoredEvent] {
        try await store.events(of: filter, before: cutoff, limit: limit, in: tenant)
    }

    func results(within ranges: [Range<Timestamp>], in tenant: Tenant.ID) async throws(DomainError) -> [StepResults] {
        try await store.results(within: ranges, in: tenant)
    }

    func spread(
        of event: StoredEvent,
        within range: Range<Timestamp>,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> CauseSpread {
        if countsTooSlowly { throw .invalid("search", .tooBroad) }
        return try await store.spread(of: event, within: range, in: tenant)
    }

    func outcomes(within range: Range<Timestamp>, in tenant: Tenant.ID) async throws(DomainError) -> StepCounts {
        if tenant == failing { throw .unavailable(retryAfter: .seconds(1)) }
        return try await store.outcomes(within: range, in: tenant)
    }
}
