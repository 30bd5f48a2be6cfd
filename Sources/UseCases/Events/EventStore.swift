import Domain
import Foundation

/// Stores events.
public protocol EventStore: Sendable {
    /// Stores the batches in one transaction: rows, counts, shapes, messages and outcomes.
    /// - Returns: for each batch, for each event, whether it is new.
    func append(_ batches: [EventBatch]) async throws(DomainError) -> [[Bool]]
    /// Makes storage ready for the events of these days, in UTC; does nothing where it is ready already.
    func prepare(from first: Timestamp, through last: Timestamp) async throws(DomainError)
    /// Takes one short step to delete the events from before a day, their counts, the outcomes of that time, and the users,
    /// sessions, installations and messages that no event names any longer. These are deleted some hours later than the
    /// events, so it must be called again and again.
    /// - Parameters:
    ///   - moment: the start of a day, in UTC.
    ///   - limit: the number of rows in one step.
    /// - Returns: the number of rows that were deleted or looked at; 0 when there is nothing left to do.
    func forget(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int
    /// Returns the bytes stored on the day of a moment, in UTC.
    func usage(of key: APIKey.ID, in tenant: Tenant.ID, at moment: Timestamp) async throws(DomainError) -> IngestUsage
    /// Deletes the oldest events of the tenant that has most, with their counts, in one short step. Before them it deletes
    /// what no event has named for some hours.
    /// - Returns: the number of deleted rows; 0 when there are none.
    func forgetOldestOfLargest(limit: Int) async throws(DomainError) -> Int
    /// Returns a page, latest first; the cursor's key is the time.
    func page(
        _ query: EventQuery,
        _ request: PageRequest,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<StoredEvent>
    /// - Throws: `.notFound(.event)`
    func event(_ reference: Event.Reference, in tenant: Tenant.ID) async throws(DomainError) -> StoredEvent
    /// Returns what became of the items received within a range of time, by hour or by day.
    func outcomes(from: Timestamp, to: Timestamp, in tenant: Tenant.ID) async throws(DomainError) -> ItemOutcomes
    func histogram(_ query: EventQuery, in tenant: Tenant.ID) async throws(DomainError) -> EventHistogram
    /// Returns the most frequent values, at most `limit`.
    func counts(
        _ query: EventQuery,
        by facet: EventFacet,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [FacetCount]
}
