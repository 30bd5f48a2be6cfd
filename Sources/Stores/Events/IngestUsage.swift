import Database
import Domain
import Foundation
import UseCases

extension Events {
    func usage(of key: APIKey.ID, in tenant: Tenant.ID, at moment: Timestamp) async throws(DomainError) -> IngestUsage {
        try await access.read(tenant) { [dictionary] transaction in
            guard let number = try dictionary.number(of: tenant, transaction) else {
                return IngestUsage(key: 0, tenant: 0)
            }
            let row = try transaction.row(
                """
                SELECT coalesce(sum(bytes), 0) AS of_tenant, coalesce(sum(CASE WHEN key_id = \(key) THEN bytes ELSE 0 END), 0) AS of_key
                FROM ingest_usage WHERE tenant_id = \(number) AND day = \(moment.day) AND key_id <> \(UsageTally.ownKey)
                """
            )
            return IngestUsage(key: try row?.get("of_key") ?? 0, tenant: try row?.get("of_tenant") ?? 0)
        }
    }

    func forgetOldestOfLargest(limit: Int) async throws(DomainError) -> Int {
        let moment = now()
        let freed = try await DictionarySweep(access: access, now: moment).deleteRetired(limit: limit)
        if freed > 0 { return freed }
        return try await access.writeAcross("events of the largest tenant") { transaction in
            let largest: Int? = try transaction.value(
                """
                SELECT t.number AS number FROM event_tenants t
                WHERE EXISTS (SELECT 1 FROM events e WHERE e.tenant_id = t.number)
                ORDER BY (SELECT coalesce(sum(u.bytes), 0) FROM ingest_usage u WHERE u.tenant_id = t.number) DESC, t.number LIMIT 1
                """
            )
            guard let largest else { return 0 }
            return try OldestEvents(tenant: largest, limit: limit, now: moment).delete(transaction)
        }
    }
}

/// The oldest events of a tenant, deleted together with their counts.
private struct OldestEvents {
    private struct Key: Hashable {
        let start: Int64
        let values: [SQLValue]
    }

    let tenant: Int
    let limit: Int
    let now: Timestamp

    private static let named: SQL = .list(
        DictionaryTable.all.flatMap(\.columns).map { column in
            "e.\(sql: SQL(stringLiteral: column)) AS \(sql: SQL(stringLiteral: column))"
        }
    )

    func delete(_ transaction: any WriteTransaction) throws -> Int {
        let rows = try transaction.rows(
            """
            SELECT e.occurred_at AS occurred_at, e.seq AS seq, e.shape_id AS shape_id, s.stage AS stage, s.outcome AS outcome,
                e.rest AS rest, \(sql: Self.named)
            FROM events e JOIN shapes s ON s.tenant_id = e.tenant_id AND s.id = e.shape_id
            WHERE e.tenant_id = \(tenant) ORDER BY e.occurred_at, e.seq LIMIT \(limit)
            """
        )
        guard let last = rows.last else { return 0 }
        let (moment, seq): (Int64, Int64) = (try last.get("occurred_at"), try last.get("seq"))
        let deleted = try transaction.execute(
            "DELETE FROM events WHERE tenant_id = \(tenant) AND occurred_at <= \(moment) AND (occurred_at, seq) <= (\(moment), \(seq))"
        )
        try uncount(rows, transaction)
        try release(rows, transaction)
        try retire(rows, transaction)
        return deleted
    }

    /// What only these events named is deleted later, as that of expired events.
    private func retire(_ rows: [Row], _ transaction: any WriteTransaction) throws {
        for table in DictionaryTable.all {
            let names = table.columns.map(\.description)
            let ids = try rows.flatMap { row in try names.compactMap { try row.find($0, as: Int.self) } }
            let unused = try table.unused(Set(ids), of: tenant, transaction)
            try table.retire(unused, of: tenant, at: now, transaction)
        }
    }

    private func uncount(_ rows: [Row], _ transaction: any WriteTransaction) throws {
        var (shapes, totals): ([Key: Int64], [Key: Int64]) = ([:], [:])
        var last: Int64 = 0
        for row in rows {
            let moment: Int64 = try row.get("occurred_at")
            last = max(last, moment)
            let (shape, stage, outcome): (Int64, Stage, Outcome) = (
                try row.get("shape_id"), try row.get("stage"), try row.get("outcome")
            )
            for span in CountWindow.Span.allCases {
                let start = span.floor(moment)
                shapes[
                    Key(start: start, values: [.text(span.rawValue), .integer(start), .integer(shape)]),
                    default: 0
                ] -= 1
                let values: [SQLValue] = [.text(span.rawValue), .integer(start), stage.sqlValue, outcome.sqlValue]
                totals[Key(start: start, values: values), default: 0] -= 1
            }
        }
        func counters(_ sums: [Key: Int64]) -> [[SQLValue]] {
            sums.map { [.integer(Int64(tenant))] + $0.key.values + [.integer($0.value)] }
        }
        try transaction.add(
            to: "event_counts",
            key: ["tenant_id", "span", "start", "shape_id"],
            number: "n",
            rows: counters(shapes)
        )
        try transaction.add(
            to: "event_totals",
            key: ["tenant_id", "span", "start", "stage", "outcome"],
            number: "n",
            rows: counters(totals)
        )
        try transaction.execute(
            "DELETE FROM event_counts WHERE tenant_id = \(tenant) AND span IN ('m', 'h', 'd') AND start <= \(last) AND n <= 0"
        )
        try transaction.execute(
            "DELETE FROM event_totals WHERE tenant_id = \(tenant) AND span IN ('m', 'h', 'd') AND start <= \(last) AND n <= 0"
        )
    }

    /// The bytes are subtracted from the tenant's size; the budget of a day is not refunded.
    private func release(_ rows: [Row], _ transaction: any WriteTransaction) throws {
        var sums: [Int64: Int64] = [:]
        for row in rows {
            let moment: Timestamp = try row.get("occurred_at")
            let rest: String? = try row.find("rest")
            sums[moment.day, default: 0] -= Int64(UsageTally.bytes(ofRest: rest))
        }
        try transaction.add(
            to: "ingest_usage",
            key: ["tenant_id", "day", "key_id"],
            number: "bytes",
            rows: sums.map {
                [.integer(Int64(tenant)), .integer($0.key), .blob(UsageTally.ownKey), .integer($0.value)]
            }
        )
    }
}
