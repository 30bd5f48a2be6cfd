import Database
import Domain

/// One row of `failures` with its triage.
struct FailureRow {
    let number: Int
    let id: FailureKey.ID
    let key: FailureKey
    let createdAt: Timestamp
    let triage: FailureTriage

    private static let selected: SQL =
        """
        SELECT f.id AS id, f.fingerprint AS fingerprint, f.stage AS stage, f.code AS code, f.root_domain AS root_domain,
            f.root_code AS root_code, f.cause_domain AS cause_domain, f.cause_code AS cause_code,
            f.server_code AS server_code, f.http_class AS http_class, f.created_at AS created_at, \(sql: TriageRow.columns)
        FROM failures f LEFT JOIN failure_triage t ON t.tenant_id = f.tenant_id AND t.failure_id = f.id
        """

    init(_ row: Row) throws {
        number = try row.get("id")
        id = try row.get("fingerprint")
        var key = FailureKey(stage: try row.get("stage"), code: try row.get("code"))
        key.root = try Self.pair(row, "root_domain", "root_code")
        key.cause = try Self.pair(row, "cause_domain", "cause_code")
        key.serverCode = try row.find("server_code")
        key.httpClass = try row.find("http_class")
        self.key = key
        createdAt = try row.get("created_at")
        triage = try TriageRow.triage(row)
    }

    private static func pair(_ row: Row, _ domain: String, _ code: String) throws -> FailureKey.Pair? {
        guard let domain: String = try row.find(domain), let code: String = try row.find(code) else { return nil }
        return FailureKey.Pair(domain: domain, code: code)
    }

    /// Returns those of the failures that the tenant has.
    static func find(
        _ ids: [FailureKey.ID],
        of tenant: Int,
        _ transaction: any ReadTransaction
    ) throws -> [FailureRow] {
        // Writers lock the rows in one order.
        try transaction.rows(
            "\(sql: selected) WHERE f.tenant_id = \(tenant) AND f.fingerprint IN \(list: ids) ORDER BY f.id"
        ).map { try FailureRow($0) }
    }

    static func find(
        numbers: [Int],
        code: String?,
        of tenant: Int,
        _ transaction: any ReadTransaction
    ) throws -> [FailureRow] {
        let condition: SQL = code.map { "f.code = \($0)" } ?? "TRUE"
        return try transaction.rows(
            "\(sql: selected) WHERE f.tenant_id = \(tenant) AND f.id IN \(list: numbers) AND \(sql: condition)"
        ).map { try FailureRow($0) }
    }
}
