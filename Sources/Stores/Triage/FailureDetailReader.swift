import Database
import Domain
import UseCases

/// Reads all that the page of a failure shows.
struct FailureDetailReader {
    static let releases = 20
    static let examples = 10

    let period: FailurePeriod
    let moment: Timestamp
    let tenant: Int

    func detail(_ row: FailureRow, _ transaction: any ReadTransaction) throws -> FailureDetail {
        let tallies = FailureTallies(period: period, moment: moment, tenant: tenant)
        let people = FailurePeople(tenant: tenant, from: tallies.from, release: nil, bounds: .ofPage)
        let columns = try tallies.columns(of: [row.number], transaction)[row.number]
        let counted = (row.number, row.key.stage, columns?.reduce(0, +) ?? 0)
        let summary = FailureSummary(
            row,
            seen: try FailureSeen.of([row.number], in: tenant, transaction)[0],
            people: try people.people(of: [counted], transaction).first ?? .none,
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
        try transaction.rows(
            """
            SELECT \(sql: EventRow.columns) FROM (
                SELECT e.tenant_id AS tenant_id, e.occurred_at AS occurred_at, e.seq AS seq FROM events e
                WHERE e.tenant_id = \(tenant) AND e.failure_id = \(failure) ORDER BY e.occurred_at DESC LIMIT \(Self.examples)) AS k
            CROSS JOIN \(sql: EventRow.joined) WHERE e.tenant_id = \(tenant)
                AND e.tenant_id = k.tenant_id AND e.occurred_at = k.occurred_at AND e.seq = k.seq
            ORDER BY e.occurred_at DESC, e.seq DESC
            """
        ).map { try EventRow.event($0) }
    }
}

extension FailureSummary {
    init(_ row: FailureRow, seen: FailureSeen, people: PeopleCount, columns: [Int]) {
        self.init(
            id: row.id,
            key: row.key,
            triage: row.triage,
            seen: (min(row.createdAt, seen.first ?? row.createdAt), seen.last),
            count: columns.reduce(0, +),
            people: people,
            columns: columns
        )
    }
}
