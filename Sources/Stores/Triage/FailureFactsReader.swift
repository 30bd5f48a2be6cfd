import Database
import Domain

/// Reads what a change of a failure's state depends on.
struct FailureFactsReader {
    /// The number of releases that are compared, those that were first seen last.
    private static let releases = 20_000

    let moment: Timestamp
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
        let first = CountWindow.Span.day.floor((moment - .days(FailureArchiving.daysBefore)).milliseconds)
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
