import Database
import Domain
import Synchronization
import UseCases

/// Stores what tenants decide about failures, beside the events that it is about, and counts these.
struct Failures: FailureStore {
    /// The number of failures that a reader of a list waits for.
    static let settledTogether = 100
    /// After so many failures that cannot be settled a step of maintenance ends: each may have taken the time of a read.
    static let failedTogether = 3
    /// The number of changes that are kept of one failure; older ones are deleted.
    static let keptChanges = 500

    let access: StoreAccess
    let shapes: ShapeCache
    let scan = TriageScan()
    /// The cost of a list for a query of the query language.
    var limits = EventWalk.Limits()

    func list(
        _ query: FailureQuery,
        _ request: PageRequest,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> FailureListing {
        try await access.readList(tenant) { [limits] transaction in
            // A cursor of another list is invalid even for an empty list.
            if let cursor = request.cursor { _ = (try cursor.number(), try cursor.sequence()) }
            guard let number = try Self.number(of: tenant, transaction) else {
                return .empty
            }
            let reader = FailureListReader(query: query, now: now, tenant: number, shapes: shapes, limits: limits)
            return try reader.list(request, transaction)
        }
    }

    func failure(
        _ id: FailureKey.ID,
        _ period: FailurePeriod,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> FailureDetail {
        try await access.read(tenant) { transaction in
            let (number, row) = try Self.require(id, in: tenant, transaction)
            let reader = FailureDetailReader(period: period, now: now, tenant: number, shapes: shapes)
            return try reader.detail(row, transaction)
        }
    }

    /// Returns the tenant's number in this database; nil when it has no event yet.
    static func number(of tenant: Tenant.ID, _ transaction: any ReadTransaction) throws -> Int? {
        try transaction.value("SELECT number FROM event_tenants WHERE id = \(tenant)")
    }

    /// - Throws: `.notFound(.failure)`
    static func require(
        _ id: FailureKey.ID,
        in tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> (tenant: Int, FailureRow) {
        guard let number = try number(of: tenant, transaction),
            let row = try FailureRow.find([id], of: number, transaction).first
        else { throw DomainError.notFound(.failure) }
        return (number, row)
    }

    /// Makes sure that a failure which was looked up is not deleted, because it is about to be named: see
    /// `DictionarySweep`.
    /// - Throws: `.notFound(.failure)` when it has just been deleted.
    static func keep(_ failure: Int, of tenant: Int, _ transaction: any WriteTransaction) throws {
        let kept = try transaction.execute(
            "UPDATE failures SET retired_at = NULL WHERE tenant_id = \(tenant) AND id = \(failure)"
        )
        guard kept == 1 else { throw DomainError.notFound(.failure) }
    }
}

/// Carries out the actions of members.
extension Failures {
    func change(
        _ references: [FailureReference],
        by action: FailureAction,
        of actor: Principal.Kind,
        at now: Timestamp,
        in tenant: Tenant.ID,
        audit: @escaping @Sendable (FailureKey.ID, TriageChange) -> AuditDraft
    ) async throws(DomainError) -> Int {
        try await access.write(tenant) { transaction in
            let ids = references.map(\.id)
            guard let number = try Self.number(of: tenant, transaction) else { throw DomainError.notFound(.failure) }
            let rows = try FailureRow.find(ids, of: number, transaction)
            guard rows.count == Set(ids).count else { throw DomainError.notFound(.failure) }
            let versions = Dictionary(references.map { ($0.id, $0.version) }) { first, _ in first }
            let facts = FailureFactsReader(now: now, tenant: number)
            let newest = action == .resolveInNextRelease ? try facts.newestRelease(transaction) : nil
            var changed = 0
            for row in rows {
                if let version = versions[row.id] ?? nil, version != row.triage.version {
                    throw DomainError.conflict(.failureChanged)
                }
                let busiest =
                    action == .archiveUntilEscalating ? try facts.busiestDay(of: row.number, transaction) : 0
                let known = FailureFacts(newestRelease: newest, busiestDay: busiest)
                guard let triage = row.triage.applying(action, known, at: now) else { continue }
                try Self.keep(row.number, of: number, transaction)
                let change = TriageChange(at: now, by: actor, from: row.triage, to: triage)
                guard try TriageRow.store(change, triage, of: row.number, number, transaction) else {
                    throw DomainError.conflict(.failureChanged)
                }
                try AuditOutboxRows.put(audit(row.id, change), of: number, transaction)
                changed += 1
            }
            return changed
        }
    }

    func users(
        of failures: [FailureSummary],
        _ period: FailurePeriod,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> AffectedUsers {
        guard !failures.isEmpty else { return .none }
        return try await access.readList(tenant) { transaction in
            guard let number = try Self.number(of: tenant, transaction) else { return .none }
            let rows = try FailureRow.find(failures.map(\.id), of: number, transaction)
            let from = FailureTallies.start(of: period, at: now)
            let counter = AffectedUserCounter(tenant: number, from: from, release: nil)
            return try counter.together(rows.map(\.number), isWhole: true, transaction)
        }
    }
}

/// Reads all that the page of a failure shows.
struct FailureDetailReader {
    static let releases = 20
    static let examples = 10

    let period: FailurePeriod
    let now: Timestamp
    let tenant: Int
    let shapes: ShapeCache

    func detail(_ row: FailureRow, _ transaction: any ReadTransaction) throws -> FailureDetail {
        let tallies = FailureTallies(period: period, now: now, tenant: tenant, shapes: shapes)
        let counter = AffectedUserCounter(tenant: tenant, from: tallies.from, release: nil)
        let columns = try tallies.columns(of: [row.number], transaction)[row.number]
        let summary = FailureSummary(
            row,
            seen: try FailureSeen.of([row.number], in: tenant, transaction)[0],
            users: try counter.users(of: [row.number], .page, transaction)[0],
            columns: columns ?? [Int](repeating: 0, count: period.columns)
        )
        let releases = try tallies.releases(of: row.number, limit: Self.releases + 1, transaction)
        return FailureDetail(
            summary: summary,
            releases: Array(releases.prefix(Self.releases)),
            hasAllReleases: releases.count <= Self.releases,
            examples: try examples(row.number, transaction)
        )
    }

    private func examples(_ failure: Int, _ transaction: any ReadTransaction) throws -> [StoredEvent] {
        let rows = try transaction.rows(
            """
            SELECT \(sql: EventReader.columns) FROM (
                SELECT e.tenant_id AS tenant_id, e.occurred_at AS occurred_at, e.seq AS seq FROM events e
                WHERE e.tenant_id = \(tenant) AND e.failure_id = \(failure) ORDER BY e.occurred_at DESC LIMIT \(Self.examples)) AS k
            CROSS JOIN \(sql: EventReader.joined) WHERE e.tenant_id = \(tenant)
                AND e.tenant_id = k.tenant_id AND e.occurred_at = k.occurred_at AND e.seq = k.seq
            ORDER BY e.occurred_at DESC, e.seq DESC
            """
        )
        return try EventReader(tenant: tenant, shapes: shapes).events(rows, transaction)
    }
}

extension FailureSummary {
    init(_ row: FailureRow, seen: FailureSeen, users: AffectedUsers, columns: [Int]) {
        self.init(
            id: row.id,
            key: row.key,
            triage: row.triage,
            seen: (min(row.createdAt, seen.first ?? row.createdAt), seen.last),
            count: columns.reduce(0, +),
            users: users,
            columns: columns
        )
    }
}

/// Says how far maintenance has come with comparing failures with their events.
final class TriageScan: Sendable {
    struct Place: Equatable {
        var tenant = 0
        var failure = 0
    }

    private let state = Mutex(Place())

    var place: Place { state.withLock { $0 } }
    func `continue`(at place: Place) { state.withLock { $0 = place } }
}

/// Reads what a change of a failure's state depends on.
struct FailureFactsReader {
    /// The number of releases that are compared, those that were first seen last.
    private static let releases = 20_000

    let now: Timestamp
    let tenant: Int

    /// Also one that only runs have named.
    func newestRelease(_ transaction: any ReadTransaction) throws -> String? {
        let releases: [String] = try transaction.rows(
            """
            SELECT version FROM releases WHERE tenant_id = \(tenant)
            ORDER BY first_seen_at DESC, version DESC LIMIT \(Self.releases)
            """
        ).map { try $0.get("version") }
        return releases.compactMap { text in VersionNumber(text).map { (text, $0) } }.max { $0.1 < $1.1 }?.0
    }

    /// The events of a failure on the busiest of the last days, in UTC.
    func busiestDay(of failure: Int, _ transaction: any ReadTransaction) throws -> Int {
        let first = CountWindow.Span.day.floor((now - .days(FailureArchiving.daysBefore)).milliseconds)
        return try transaction.rows(
            """
            SELECT sum(c.n) AS n FROM event_counts c
            WHERE c.tenant_id = \(tenant) AND c.span = 'd' AND c.start >= \(first) AND +c.shape_id IN (
                SELECT s.id FROM shapes s WHERE s.tenant_id = \(tenant) AND s.failure_id = \(failure))
            GROUP BY c.start
            """
        ).map { try $0.get("n") }.max() ?? 0
    }
}
