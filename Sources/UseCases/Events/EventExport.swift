import Domain

/// A running export, from the latest event to the earliest.
public struct EventExport: Sendable {
    /// The pages that are searched at most for the event to continue after. All its events are of one millisecond.
    private static let searchedPages = 50

    public let draft: EventExports.Draft
    private let exports: EventExports
    private let tenant: Tenant.ID
    private let principal: Principal
    /// Is free when the last copy of the export is gone.
    private let place: StreamPlaces.Place
    /// What was read ahead.
    private var events: [StoredEvent] = []
    private var cursor: Cursor?
    private var hasEnded = false
    private var query: EventQuery
    /// The number of events that were passed on.
    private var count = 0

    init(
        _ draft: EventExports.Draft,
        of exports: EventExports,
        _ grant: Grant<ReadEvents>,
        _ place: StreamPlaces.Place
    ) {
        self.draft = draft
        self.exports = exports
        self.place = place
        tenant = grant.tenant
        principal = grant.principal
        query = draft.query.settled(at: exports.now())
    }

    mutating func begin() async throws(DomainError) {
        guard let reference = draft.reference else { return try await read() }
        // The event may be anywhere among those of its millisecond.
        query.to = min(query.to, reference.occurredAt + .milliseconds(1))
        for _ in 0..<Self.searchedPages where !hasEnded {
            try await read()
            if let place = events.firstIndex(where: { $0.reference == reference }) {
                events.removeFirst(place + 1)
                return
            }
            guard events.last?.content.occurredAt == reference.occurredAt else { break }
        }
        throw .invalid("after", .malformed(Self.unknownEvent))
    }

    private static let unknownEvent = LocalizableText.english(
        "The query has no such event. Send the reference of the last event that you got, and the query of that export."
    )

    /// Returns the next events, none when a part of the search found none, and nil at the end. It reads one page at most, so
    /// that the caller proves its rights between the parts of a long search.
    /// - Parameter grant: a recent proof that the reader may still read events.
    public mutating func next(_ grant: Grant<ReadEvents>) async throws(DomainError) -> [StoredEvent]? {
        guard grant.tenant == tenant else { throw .notFound(.tenant) }
        if events.isEmpty {
            if hasEnded { return nil }
            try await read()
        }
        defer { events = [] }
        return events
    }

    /// Counts events that the client got.
    public mutating func passedOn(_ events: Int) { count += events }

    private mutating func read() async throws(DomainError) {
        let request = PageRequest(limit: PageRequest.limits.upperBound, cursor: cursor)
        let page = try await exports.store.page(query, request, in: tenant)
        events = page.items
        cursor = page.next
        hasEnded = page.next == nil
    }

    /// Writes the audit entry of the start. Must be called before the client gets the first event: nothing leaves without
    /// an entry, also when the audit trail cannot be reached later.
    public func recordStart() async throws(DomainError) { try await record(.eventExportStarted, []) }

    /// Writes the audit entry of the end. Must be called once, also for an export that was interrupted.
    public func finish(isComplete: Bool) async throws(DomainError) {
        try await record(.eventsExported, [("rows", String(count)), ("complete", isComplete ? "yes" : "no")])
    }

    private func record(
        _ action: AuditEntry.Action,
        _ outcome: [(name: String, value: String?)]
    ) async throws(DomainError) {
        let query = draft.query
        let fields: [(name: String, value: String?)] = [
            ("format", draft.format.rawValue), ("since", query.from.rfc3339), ("until", query.to.rfc3339),
            ("filter", filter), ("query", query.condition == .everything ? nil : query.condition.description),
            ("after", draft.reference?.description),
        ]
        let changes = (fields + outcome).compactMap { field in
            field.value.map { AuditEntry.Change(field.name, from: nil, to: $0) }
        }
        let entry = AuditDraft(action, by: principal, at: exports.now(), changes: changes)
        try await exports.audit.append(entry, in: tenant)
    }

    /// `stage refresh, text locked`; nil without filters.
    private var filter: String? {
        let values = EventDimension.filtered.compactMap { dimension in
            draft.query[dimension].map { "\(dimension.name) \($0)" }
        }
        let filters = values + (draft.query.text.map { ["text \($0)"] } ?? [])
        return filters.isEmpty ? nil : filters.joined(separator: ", ")
    }
}
