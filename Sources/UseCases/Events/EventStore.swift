import Domain

/// Stores events.
public protocol EventStore: Sendable {
    /// Stores the batches in one transaction: rows, counts, shapes, messages and outcomes.
    /// - Returns: what became of each batch.
    func append(_ batches: [EventBatch]) async throws(DomainError) -> [StoredBatch]
    /// Makes storage ready for the events of these days, in UTC; does nothing where it is ready already.
    func prepare(from first: Timestamp, through last: Timestamp) async throws(DomainError)
    /// Takes one short step to delete the events from before a day, the outcomes of that time, and the users, sessions,
    /// installations and messages that no event names any longer. These are deleted some hours later than the events, so
    /// it must be called again and again. Counts are deleted at ages of their own.
    /// - Parameters:
    ///   - cutoff: the start of a day, in UTC.
    ///   - limit: the number of rows in one step.
    /// - Returns: the number of rows that were deleted or looked at; 0 when there is nothing left to do.
    func forget(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int
    /// Takes one short step to delete what `forget(before:limit:)` deletes, of one tenant.
    /// - Returns: the number of rows that were deleted; 0 when there is nothing left to do.
    func forget(of tenant: Tenant.ID, before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int
    /// Deletes the oldest events of a tenant whose events take more than these bytes, in one short step.
    /// Their counts stay.
    /// - Returns: the number of deleted rows; 0 when the events take no more, or when there are none.
    func forgetOldest(of tenant: Tenant.ID, above bytes: Int64, limit: Int) async throws(DomainError) -> Int
    /// Whether an event names one of these users, or did until a short time ago.
    func namesUser(_ users: [String], in tenant: Tenant.ID) async throws(DomainError) -> Bool
    /// Takes one short step to delete the events that name one of these users; their counts stay. Before them it deletes
    /// those without a user that belong to the same sessions and attempts, as far as the server itself recorded whose they are.
    /// - Parameter users: as events name them.
    /// - Returns: the number of deleted rows; 0 when there is nothing left to do.
    func erase(_ users: [String], in tenant: Tenant.ID, limit: Int) async throws(DomainError) -> Int
    /// Returns the bytes stored on the day of `time`, in UTC.
    func usage(of key: APIKey.ID, in tenant: Tenant.ID, at time: Timestamp) async throws(DomainError) -> IngestUsage
    /// Takes one short step to free space of the tenant that holds most. Before that it deletes what no event has named
    /// for some hours. Counts by day stay.
    /// - Parameters:
    ///   - limit: the number of rows of the step.
    ///   - span: how long the step may hold the writer.
    func makeRoom(limit: Int, within span: Duration) async throws(DomainError) -> RoomStep
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

/// What became of a batch.
public struct StoredBatch: Sendable, Hashable {
    /// For each event whether it is new: without a row, and not counted before.
    public let isNew: [Bool]
    /// For each sampled event whether it is new.
    public let isNewSampled: [Bool]
    /// The disk space that it took, as far as it was the first to need it.
    public let bytes: Int64

    public init(isNew: [Bool], isNewSampled: [Bool] = [], bytes: Int64) {
        self.isNew = isNew
        self.isNewSampled = isNewSampled
        self.bytes = bytes
    }
}

/// What a step to free space deleted.
public struct RoomStep: Sendable, Hashable {
    /// The tenant that holds most; nil when no tenant holds anything, or when rows were deleted that no event names.
    public let tenant: Tenant.ID?
    /// 0 when there is nothing left that may be deleted.
    public let rows: Int

    public init(tenant: Tenant.ID?, rows: Int) {
        self.tenant = tenant
        self.rows = rows
    }
}

/// The bytes of telemetry stored on a day, by one key and by its tenant.
public struct IngestUsage: Sendable, Hashable {
    public let key: Int64
    public let tenant: Int64

    public init(key: Int64, tenant: Int64) {
        self.key = key
        self.tenant = tenant
    }
}
