import Database
import Domain
import Synchronization
import UseCases

/// Stores the events of tenants in a star schema: slim rows, shapes, messages, and counts by minute, hour and day.
struct Events: EventStore {
    /// The reason of the transactions that write events, or delete what events name: they run one after another, on all
    /// nodes.
    static let deliveries: Scope.StaticReason = "deliveries of events"

    let access: StoreAccess
    let shapes: ShapeCache
    let now: @Sendable () -> Timestamp
    let dictionary: EventDictionary
    let scan = DailyScan(from: DictionarySweep.Place())
    let folding = DailyScan(from: CountFolding.Place())
    /// The number of the tenant with which the scan goes on.
    let runFolding = DailyScan(from: 0)
    let foldedDays = FoldedDays()
    let releases = DailyScan(from: ReleaseSweep.Place())
    let failureUsers = DailyScan(from: FailureUserSweep.Place())
    /// The number of the tenant after which the scan goes on.
    let sizes = DailyScan(from: 0)
    /// The cost of an answer that needs rows one by one.
    var limits: EventWalk.Limits

    init(
        access: StoreAccess,
        shapes: ShapeCache? = nil,
        now: @escaping @Sendable () -> Timestamp,
        limits: EventWalk.Limits = EventWalk.Limits()
    ) {
        self.access = access
        self.shapes = shapes ?? ShapeCache(now: now)
        self.now = now
        self.limits = limits
        dictionary = EventDictionary(cost: access.rowCost)
    }

    func append(_ batches: [EventBatch]) async throws(DomainError) -> [StoredBatch] {
        let (stored, delta) = try await access.writeAcross(Self.deliveries) { [dictionary, now] transaction in
            var writer = EventWriter(dictionary: dictionary, transaction: transaction, at: now())
            for batch in batches { try writer.write(batch) }
            return (try writer.finish(), CarriedDelta(delta: writer.delta))
        }
        dictionary.remember(delta.delta)
        return stored
    }

    /// Carries the dictionary delta out of the transaction.
    private struct CarriedDelta: Sendable {
        let delta: EventDictionary.DictionaryDelta
    }

    func event(_ reference: Event.Reference, in tenant: Tenant.ID) async throws(DomainError) -> StoredEvent {
        try await access.read(tenant) { [dictionary, shapes] transaction in
            guard let number = try dictionary.number(of: tenant, transaction),
                let row = try Self.row(reference, number, transaction)
            else { throw DomainError.notFound(.event) }
            let found = try EventReader(tenant: number, shapes: shapes).found([row], transaction)
            guard let event = try UserConfirmation(tenant: number).marked(found, transaction).first else {
                throw DomainError.notFound(.event)
            }
            return event
        }
    }

    private static func row(
        _ reference: Event.Reference,
        _ tenant: Int,
        _ transaction: any ReadTransaction
    ) throws -> Row? {
        let ofTime: SQL = """
            SELECT \(sql: EventReader.columns) FROM \(sql: EventReader.joined)
            WHERE e.tenant_id = \(tenant) AND e.occurred_at = \(reference.occurredAt) AND e.id = \(reference.id)
            """
        let bySequence: SQL = "\(sql: ofTime) AND e.seq IN \(list: EventSequence.numbers(reference.id))"
        // Rows that were written before there were sequence numbers may have others.
        return try transaction.row(bySequence) ?? transaction.row(ofTime)
    }

    func page(
        _ query: EventQuery,
        _ request: PageRequest,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<StoredEvent> {
        try await access.readList(tenant) { [limits] transaction in
            // A cursor of another list is invalid even for an empty list.
            if let cursor = request.cursor { _ = try EventPlace(cursor) }
            let search = EventSearch(resolved: try resolved(query, in: tenant, transaction), limits: limits)
            let page = try search.events(request, transaction).page(request, place: \.place)
            let confirmation = UserConfirmation(tenant: search.resolved.tenant)
            return Page(
                items: try confirmation.marked(page.items, transaction),
                next: page.next,
                previous: page.previous,
                isPartial: page.isPartial
            )
        }
    }

    func histogram(_ query: EventQuery, in tenant: Tenant.ID) async throws(DomainError) -> EventHistogram {
        try await access.readList(tenant) { transaction in
            try chart(query, in: tenant, transaction).histogram(transaction)
        }
    }

    func counts(
        _ query: EventQuery,
        by facet: EventFacet,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [FacetCount] {
        try await facets(query, by: [facet], limit: limit, in: tenant).facets.flatMap(\.counts)
    }

    func chart(_ query: EventQuery, in tenant: Tenant.ID, _ transaction: any ReadTransaction) throws -> EventChart {
        EventChart(range: query.from..<max(query.from, query.to), tally: try tally(query, in: tenant, transaction))
    }

    /// - Parameter time: what relative times count from; now without it.
    func tally(
        _ query: EventQuery,
        in tenant: Tenant.ID,
        at time: Timestamp? = nil,
        _ transaction: any ReadTransaction
    ) throws -> EventTally {
        EventTally(resolved: try resolved(query, in: tenant, at: time, transaction), limits: limits)
    }

    /// - Parameter time: what relative times count from; now without it.
    func resolved(
        _ query: EventQuery,
        in tenant: Tenant.ID,
        at time: Timestamp? = nil,
        _ transaction: any ReadTransaction
    ) throws -> ResolvedQuery {
        // A tenant without events has no number; no row has number 0.
        let number = try dictionary.number(of: tenant, transaction) ?? 0
        let kept = CountRetention(now: now())
        return try ResolvedQuery(query, of: number, now: time ?? now(), kept: kept, shapes, transaction)
    }
}

/// Counts the errors that no table has.
extension Events: UnknownErrorStore {
    func unknownErrors(
        since time: Timestamp,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> UnknownErrors {
        try await access.readList(tenant) { [dictionary] transaction in
            guard let number = try dictionary.number(of: tenant, transaction) else {
                return UnknownErrors(errors: [], isComplete: true)
            }
            return try UnknownErrorSearch(tenant: number, since: time).errors(limit: limit, transaction)
        }
    }
}

extension Events {
    func usage(of key: APIKey.ID, in tenant: Tenant.ID, at time: Timestamp) async throws(DomainError) -> IngestUsage {
        try await access.read(tenant) { [dictionary] transaction in
            guard let number = try dictionary.number(of: tenant, transaction) else {
                return IngestUsage(key: 0, tenant: 0)
            }
            let row = try transaction.row(
                """
                SELECT coalesce(sum(bytes), 0) AS of_tenant, coalesce(sum(CASE WHEN key_id = \(key) THEN bytes ELSE 0 END), 0) AS of_key
                FROM ingest_usage WHERE tenant_id = \(number) AND day = \(time.day) AND key_id <> \(StorageLedger.ownKey)
                """
            )
            return IngestUsage(key: try row?.get("of_key") ?? 0, tenant: try row?.get("of_tenant") ?? 0)
        }
    }
}

/// Remembers how far the counts by day of each tenant were folded to free space, so that a step does not look at all of
/// them again. Late events add to earlier days, so a scan begins again every six hours.
final class FoldedDays: Sendable {
    private struct Scan: Sendable, Hashable {
        let tenant: Int
        let turn: Int64

        init(_ tenant: Int, _ time: Timestamp) {
            self.tenant = tenant
            turn = time.milliseconds / 21_600_000
        }
    }

    /// Only the tenants that hold most are scanned.
    private static let tenants = 1000

    private let places = Mutex(RecentlyUsed<Scan, CountFolding.Place>(maximumCount: FoldedDays.tenants))

    func place(of tenant: Int, at time: Timestamp) -> CountFolding.Place {
        places.withLock { $0[Scan(tenant, time)] } ?? CountFolding.Place(tenant: tenant)
    }

    func note(_ place: CountFolding.Place, at time: Timestamp) {
        places.withLock { $0[Scan(place.tenant, time)] = place }
    }
}
