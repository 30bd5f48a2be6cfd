import Database
import Domain

/// The rows of a table that are older than a bound, of all tenants, deleted in short steps.
///
/// A step deletes a range of an index, so it reads no row that stays.
struct AgedRows {
    let table: SQL
    /// What else the rows have in common; the columns before the age in the index.
    var condition: SQL = "TRUE"
    /// The columns of the index after these, which all hold integers: first the age. Few rows have the same values.
    let key: [StaticString]
    let bound: Int64
    /// What `ingest_usage` counted for a row whose age is a moment; zero when it counted nothing.
    var bytesOfRow = 0

    /// - Returns: the number of deleted rows; about `limit`, and 0 when none is left.
    func delete(limit: Int, _ transaction: any WriteTransaction) throws -> Int {
        let age = SQL(stringLiteral: key[0])
        let old: SQL = "\(sql: condition) AND \(sql: age) < \(bound)"
        let tenant: Int? = try transaction.value(
            """
            SELECT t.number AS number FROM event_tenants t
            WHERE EXISTS (SELECT 1 FROM \(sql: table) WHERE tenant_id = t.number AND \(sql: old)) LIMIT 1
            """
        )
        guard let tenant else { return 0 }
        let columns: SQL = .list(key.map { SQL(stringLiteral: $0) })
        let last = try transaction.row(
            """
            SELECT \(sql: columns) FROM \(sql: table) WHERE tenant_id = \(tenant) AND \(sql: old)
            ORDER BY \(sql: columns) LIMIT 1 OFFSET \(limit - 1)
            """
        )
        guard let last else { return try delete(old, of: tenant, transaction) }
        let values = try key.map { name -> SQL in "\(try last.get(name.description, as: Int64.self))" }
        return try delete("\(sql: condition) AND (\(sql: columns)) <= (\(sql: .list(values)))", of: tenant, transaction)
    }

    private func delete(_ range: SQL, of tenant: Int, _ transaction: any WriteTransaction) throws -> Int {
        let rows: SQL = "FROM \(sql: table) WHERE tenant_id = \(tenant) AND \(sql: range)"
        if bytesOfRow > 0 {
            let age = SQL(stringLiteral: key[0])
            var sums: [Int64: Int64] = [:]
            for row in try transaction.rows(
                "SELECT \(sql: age) / 86400000 AS day, count(*) AS n \(sql: rows) GROUP BY 1"
            ) {
                sums[try row.get("day")] = try row.get("n", as: Int64.self) * Int64(bytesOfRow)
            }
            try UsageTally.release(sums, of: tenant, transaction)
        }
        return try transaction.execute("DELETE \(sql: rows)")
    }
}

extension WriteTransaction {
    /// Deletes rows of the first of these that has any.
    /// - Returns: the number of deleted rows.
    func deleteFirst(of parts: [AgedRows], limit: Int) throws -> Int {
        for part in parts {
            let count = try part.delete(limit: limit, self)
            if count > 0 { return count }
        }
        return 0
    }
}
