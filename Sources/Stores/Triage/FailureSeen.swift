import Database
import Domain

/// When the stored events of a failure happened.
struct FailureSeen {
    var first: Timestamp?
    var last: Timestamp?

    /// - Returns: in the order of the failures.
    static func of(_ failures: [Int], in tenant: Int, _ transaction: any ReadTransaction) throws -> [FailureSeen] {
        let statements = failures.flatMap { failure in
            [
                time(of: failure, order: "e.occurred_at", in: tenant),
                time(of: failure, order: "e.occurred_at DESC", in: tenant),
            ]
        }
        let times: [Timestamp?] = try transaction.rows(of: statements).map { try $0.first?.find("seen_at") }
        return failures.indices.map { FailureSeen(first: times[2 * $0], last: times[2 * $0 + 1]) }
    }

    /// - Returns: in the order of the failures.
    static func last(
        of failures: [Int],
        since from: Timestamp,
        in tenant: Int,
        _ transaction: any ReadTransaction
    ) throws -> [Timestamp?] {
        try transaction.rows(
            of: failures.map { time(of: $0, since: from, order: "e.occurred_at DESC", in: tenant) }
        ).map { try $0.first?.find("seen_at") }
    }

    private static func time(of failure: Int, since from: Timestamp? = nil, order: SQL, in tenant: Int) -> SQL {
        let range: SQL = from.map { "e.occurred_at >= \($0)" } ?? "TRUE"
        return """
            SELECT e.occurred_at AS seen_at FROM events e
            WHERE e.tenant_id = \(tenant) AND e.failure_id = \(failure) AND \(sql: range) ORDER BY \(sql: order) LIMIT 1
            """
    }
}
