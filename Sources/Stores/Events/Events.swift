import Database
import Domain
import Foundation
import Synchronization
import UseCases

/// Stores the events of tenants in a star schema: slim rows, shapes, messages, and counts by minute and hour.
struct Events: EventStore {
    /// The reason of the transactions that write events, or delete what events name: they run one after another, on all
    /// nodes.
    static let deliveries: Scope.StaticReason = "deliveries of events"

    let access: StoreAccess
    let now: @Sendable () -> Timestamp
    let dictionary = EventDictionary()
    let scan = DictionaryScan()

    func append(_ batches: [EventBatch]) async throws(DomainError) -> [[Bool]] {
        let (isNew, delta) = try await access.writeAcross(Self.deliveries) { [dictionary, now] transaction in
            var writer = EventWriter(dictionary: dictionary, transaction: transaction, at: now())
            let isNew = try batches.map { try writer.write($0) }
            try writer.finish()
            return (isNew, Learnt(delta: writer.delta))
        }
        dictionary.remember(delta.delta)
        return isNew
    }

    /// Carries the dictionary delta out of the transaction.
    private struct Learnt: Sendable {
        let delta: EventDictionary.DictionaryDelta
    }

    func event(_ reference: Event.Reference, in tenant: Tenant.ID) async throws(DomainError) -> StoredEvent {
        try await access.read(tenant) { [dictionary] transaction in
            guard let number = try dictionary.number(of: tenant, transaction),
                let row = try Self.row(reference, number, transaction)
            else { throw DomainError.notFound(.event) }
            return try EventRow.event(row)
        }
    }

    private static func row(
        _ reference: Event.Reference,
        _ tenant: Int,
        _ transaction: any ReadTransaction
    ) throws -> Row? {
        let ofMoment: SQL = """
            SELECT \(sql: EventRow.columns) FROM \(sql: EventRow.joined)
            WHERE e.tenant_id = \(tenant) AND e.occurred_at = \(reference.occurredAt) AND e.id = \(reference.id)
            """
        let bySequence: SQL = "\(sql: ofMoment) AND e.seq IN \(list: EventSequence.numbers(reference.id))"
        // Rows that were written before there were sequence numbers may have others.
        return try transaction.row(bySequence) ?? transaction.row(ofMoment)
    }

    func page(
        _ query: EventQuery,
        _ request: PageRequest,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<StoredEvent> {
        try await access.readList(tenant) { [dictionary] transaction in
            // A cursor of another list is invalid even for an empty list.
            if let cursor = request.cursor { _ = (try cursor.number(), try cursor.sequence()) }
            guard let number = try dictionary.number(of: tenant, transaction) else { return Page(items: [], next: nil) }
            let search = EventSearch(query: query, tenant: number)
            let rows = try search.rows(request, transaction)
            return Keyset.page(try rows.map { try EventRow.placed($0) }, request) {
                (String($0.event.content.occurredAt.milliseconds), withUnsafeBytes(of: $0.seq.bigEndian) { Array($0) })
            }.map(\.event)
        }
    }

    func histogram(_ query: EventQuery, in tenant: Tenant.ID) async throws(DomainError) -> EventHistogram {
        try await access.readList(tenant) { [dictionary] transaction in
            let number = try dictionary.number(of: tenant, transaction)
            return try EventChart(query: query, tenant: number ?? 0).histogram(transaction)
        }
    }

    func counts(
        _ query: EventQuery,
        by facet: EventFacet,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [FacetCount] {
        try await access.readList(tenant) { [dictionary] transaction in
            guard let number = try dictionary.number(of: tenant, transaction) else { return [] }
            return try EventCounts(query: query, tenant: number).top(facet, limit: limit, transaction)
        }
    }
}
