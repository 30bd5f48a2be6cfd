import Database
import Domain

/// Compares what tenants are recorded to hold with what their events are recorded to take by day. Reads no event.
///
/// A migration estimated both for rows of earlier versions, and deletions subtract what these really took. So a record
/// can be too small until they are gone.
public struct RecordedSizes: Sendable {
    /// Whether the record `b` of the tenant `t` cannot be true: a day below nothing, or all below the days together.
    static let isWrong: SQL =
        """
        (EXISTS (SELECT 1 FROM event_day_bytes d WHERE d.tenant_id = t.number AND d.bytes < 0)
            OR coalesce(b.bytes, 0) < (SELECT coalesce(sum(d.bytes), 0) FROM event_day_bytes d WHERE d.tenant_id = t.number))
        """

    private let events: any Database

    public init(events: any Database) { self.events = events }

    /// - Returns: the number of tenants whose record cannot be true.
    public func wrong() async throws -> Int {
        try await events.read(.installation("recorded sizes of tenants")) { transaction in
            try transaction.value(
                """
                SELECT count(*) AS n FROM event_tenants t LEFT JOIN tenant_bytes b ON b.tenant_id = t.number
                WHERE \(sql: Self.isWrong)
                """
            ) ?? 0
        }
    }
}

extension Events {
    private struct FoundSize: Sendable {
        let tenant: Int
        let isWrong: Bool
    }

    /// Takes a step of the scan for tenants whose record cannot be true, and raises it to the least that can be.
    /// - Returns: the number of corrected tenants; 0 when the scan is complete.
    func correctSizes(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int {
        while let place = sizes.place(before: cutoff) {
            let found = try await access.readAcross("recorded sizes of tenants") { transaction in
                try transaction.rows(
                    """
                    SELECT t.number AS number, CASE WHEN \(sql: RecordedSizes.isWrong) THEN 1 ELSE 0 END AS is_wrong
                    FROM event_tenants t LEFT JOIN tenant_bytes b ON b.tenant_id = t.number
                    WHERE t.number > \(place) ORDER BY t.number LIMIT \(limit)
                    """
                ).map { row in
                    FoundSize(tenant: try row.get("number"), isWrong: try row.get("is_wrong", as: Int.self) == 1)
                }
            }
            let wrong = found.filter(\.isWrong).map(\.tenant)
            if !wrong.isEmpty {
                // Beside a writer of events, its bytes could be counted twice.
                try await access.writeAcross(Self.deliveries) { transaction in
                    for tenant in wrong { try Self.correctSize(of: tenant, transaction) }
                }
            }
            sizes.continue(at: found.count < limit ? nil : found.last?.tenant)
            if !wrong.isEmpty { return wrong.count }
        }
        return 0
    }

    private static func correctSize(of tenant: Int, _ transaction: any WriteTransaction) throws {
        try transaction.execute("UPDATE event_day_bytes SET bytes = 0 WHERE tenant_id = \(tenant) AND bytes < 0")
        try transaction.execute(
            """
            INSERT INTO tenant_bytes (tenant_id, bytes)
            SELECT \(tenant), CAST(coalesce(sum(d.bytes), 0) AS BIGINT) FROM event_day_bytes d WHERE d.tenant_id = \(tenant)
            ON CONFLICT (tenant_id) DO UPDATE
            SET bytes = CASE WHEN tenant_bytes.bytes < excluded.bytes THEN excluded.bytes ELSE tenant_bytes.bytes END
            """
        )
    }
}
