import Domain
import Foundation

/// An event ready to be stored: scrubbed, classified, with its clock corrected.
public struct EventToStore: Sendable {
    public let content: IncomingEvent
    public let code: String?
    /// When it was received, and the error of its client's clock (zero when it was right).
    public let receivedAt: Timestamp
    public let clockCorrection: Duration

    public init(content: IncomingEvent, code: String?, receivedAt: Timestamp, clockCorrection: Duration) {
        self.content = content
        self.code = code
        self.receivedAt = receivedAt
        self.clockCorrection = clockCorrection
    }
}

/// The events of one delivery of one tenant, and the outcomes of items that were rejected before.
public struct EventBatch: Sendable {
    public let tenant: Tenant.ID
    /// The key whose budget is charged; nil for events of the server itself.
    public let key: APIKey.ID?
    public let receivedAt: Timestamp
    public let events: [EventToStore]
    /// The items that were rejected before storage: outcome, reason, count.
    public let refused: [RefusedItems]

    public struct RefusedItems: Sendable, Hashable {
        public let outcome: ItemOutcome
        public let reason: String
        public let count: Int

        public init(outcome: ItemOutcome, reason: String, count: Int) {
            self.outcome = outcome
            self.reason = reason
            self.count = count
        }
    }

    public init(
        tenant: Tenant.ID,
        key: APIKey.ID? = nil,
        receivedAt: Timestamp,
        events: [EventToStore],
        refused: [RefusedItems]
    ) {
        self.tenant = tenant
        self.key = key
        self.receivedAt = receivedAt
        self.events = events
        self.refused = refused
    }
}

/// Selects events. A nil property matches every event.
public struct EventQuery: Sendable, Hashable {
    public static let textMaximumLength = 200
    /// The longest range of time.
    public static let maximumRange = Duration.days(400)

    /// The start, inclusive, and the end, exclusive.
    public var from: Timestamp
    public var to: Timestamp
    public var source: EventSource?
    public var stage: Stage?
    public var outcome: Outcome?
    public var code: String?
    public var provider: String?
    public var platform: String?
    public var appVersion: String?
    public var osVersion: String?
    public var deviceModel: String?
    public var environment: String?
    public var user: String?
    public var session: String?
    public var attempt: TraceID?
    /// A text in the error's message, in any case.
    public var text: String?

    public init(from: Timestamp, to: Timestamp) {
        self.from = from
        self.to = to
    }

    /// Whether only rows can answer it; the counts hold no users, attempts and texts.
    public var needsRows: Bool { user != nil || session != nil || attempt != nil || text != nil }
}

/// Events over time, one column for each span.
public struct EventHistogram: Sendable, Hashable {
    public struct Column: Sendable, Hashable {
        public let start: Timestamp
        public let counts: [Outcome: Int]

        public init(start: Timestamp, counts: [Outcome: Int]) {
            self.start = start
            self.counts = counts
        }
    }

    public let span: Duration
    public let columns: [Column]
    /// False when there were too many rows to count all of them.
    public let isComplete: Bool

    public init(span: Duration, columns: [Column], isComplete: Bool) {
        self.span = span
        self.columns = columns
        self.isComplete = isComplete
    }

    public var total: Int { columns.reduce(0) { $0 + $1.counts.values.reduce(0, +) } }
}

/// An attribute by which events can be counted.
public enum EventFacet: String, Sendable, CaseIterable {
    case source, stage, outcome, code, provider, platform, environment
    case appVersion = "app_version"
    case osVersion = "os_version"
    case deviceModel = "device_model"
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

/// Stores events.
public protocol EventStore: Sendable {
    /// Stores the batches in one transaction: rows, counts, shapes, messages and outcomes.
    /// - Returns: for each batch, for each event, whether it is new.
    func append(_ batches: [EventBatch]) async throws(DomainError) -> [[Bool]]
    /// Makes storage ready for the events of these days, in UTC; does nothing where it is ready already.
    func prepare(from first: Timestamp, through last: Timestamp) async throws(DomainError)
    /// Takes one short step to delete the events from before a day, their counts, and the outcomes of that time.
    /// - Parameters:
    ///   - moment: the start of a day, in UTC.
    ///   - limit: the number of rows in one step.
    /// - Returns: the number of deleted rows; 0 when none is left.
    func forget(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int
    /// Returns the bytes stored on the day of a moment, in UTC.
    func usage(of key: APIKey.ID, in tenant: Tenant.ID, at moment: Timestamp) async throws(DomainError) -> IngestUsage
    /// Deletes the oldest events of the tenant that has most, with their counts, in one short step.
    /// - Returns: the number of deleted events; 0 when there are none.
    func forgetOldestOfLargest(limit: Int) async throws(DomainError) -> Int
    /// Returns a page, latest first; the cursor's key is the time.
    func page(
        _ query: EventQuery,
        _ request: PageRequest,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<Event>
    /// - Throws: `.notFound(.event)`
    func event(_ reference: Event.Reference, in tenant: Tenant.ID) async throws(DomainError) -> Event
    func histogram(_ query: EventQuery, in tenant: Tenant.ID) async throws(DomainError) -> EventHistogram
    /// Returns the most frequent values, at most `limit`.
    func counts(
        _ query: EventQuery,
        by facet: EventFacet,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [FacetCount]
}

/// Reads events.
public struct EventReading: Sendable {
    let store: any EventStore

    public init(store: any EventStore) {
        self.store = store
    }

    public func page(
        _ query: EventQuery,
        _ request: PageRequest,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> Page<Event> {
        try await store.page(query, request, in: grant.tenant)
    }

    /// - Throws: `.notFound(.event)`
    public func event(_ reference: Event.Reference, grant: Grant<ReadEvents>) async throws(DomainError) -> Event {
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
}
