import Domain

/// Exports events, a page at a time.
public struct EventExports: Sendable {
    public enum Format: String, Sendable, CaseIterable {
        case ndjson, csv
    }

    /// What an export is about.
    public struct Draft: Sendable {
        public let query: EventQuery
        public let format: Format
        /// The last event of an interrupted export of the same query; the export continues after it.
        public let reference: Event.Reference?

        public init(query: EventQuery, format: Format, after reference: Event.Reference? = nil) {
            self.query = query
            self.format = format
            self.reference = reference
        }
    }

    let store: any EventStore
    let audit: any AuditStore
    let now: @Sendable () -> Timestamp
    private let places: StreamPlaces

    init(
        store: any EventStore,
        audit: any AuditStore,
        limits: StreamPlaces.Limits = .init(ofPrincipal: 2, ofTenant: 4, all: 16),
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.audit = audit
        self.now = now
        places = StreamPlaces(limits: limits)
    }

    /// Begins an export and reads its first page.
    /// - Throws: `.throttled`, `.unavailable` when too many run; `.invalid` when the query has no such event to continue
    ///   after, or its search takes too long.
    public func begin(_ draft: Draft, grant: Grant<ReadEvents>) async throws(DomainError) -> EventExport {
        let place = try places.take(grant.tenant, grant.principal)
        var export = EventExport(draft, of: self, grant, place)
        try await export.begin()
        return export
    }
}
