import Database
import Domain
import Foundation
import UseCases

extension Events {
    func outcomes(from: Timestamp, to: Timestamp, in tenant: Tenant.ID) async throws(DomainError) -> ItemOutcomes {
        let span: CountWindow.Span = to.since(from) <= .days(2) ? .hour : .day
        let start = CountWindow.Span.hour.floor(from.milliseconds)
        return try await access.readList(tenant) { [dictionary] transaction in
            guard let number = try dictionary.number(of: tenant, transaction) else {
                return ItemOutcomes(span: .milliseconds(span.width), totals: [:], rows: [], isComplete: true)
            }
            let totals = try transaction.rows(
                """
                SELECT o.outcome AS outcome, sum(o.n) AS n FROM item_outcomes o
                WHERE o.tenant_id = \(number) AND o.start >= \(start) AND o.start < \(to) GROUP BY o.outcome
                """
            )
            let rows = try transaction.rows(
                """
                SELECT o.start / \(span.width) * \(span.width) AS start, o.key_id AS key_id, o.category AS category,
                    o.outcome AS outcome, o.reason AS reason, sum(o.n) AS n FROM item_outcomes o
                WHERE o.tenant_id = \(number) AND o.start >= \(start) AND o.start < \(to)
                GROUP BY 1, 2, 3, 4, 5 ORDER BY 1 DESC, 2, 3, 4, 5 LIMIT \(ItemOutcomes.maximumRows + 1)
                """
            )
            return ItemOutcomes(
                span: .milliseconds(span.width),
                totals: try Dictionary(totals.map { (try $0.get("outcome"), try $0.get("n")) }) { $0 + $1 },
                rows: try rows.prefix(ItemOutcomes.maximumRows).map(Self.outcome),
                isComplete: rows.count <= ItemOutcomes.maximumRows
            )
        }
    }

    private static func outcome(_ row: Row) throws -> ItemOutcomes.Row {
        let key: Data = try row.get("key_id")
        return ItemOutcomes.Row(
            start: try row.get("start"),
            key: key == StorageLedger.ownKey ? nil : APIKey.ID(UUID(bytes: key)),
            items: ItemCount(
                try row.get("outcome"),
                try row.get("category"),
                reason: try row.get("reason"),
                count: try row.get("n")
            )
        )
    }
}
