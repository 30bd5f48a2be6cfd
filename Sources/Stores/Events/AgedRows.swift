import Database

/// The rows of a table that are older than a bound, deleted in short steps.
///
/// A step deletes a range of an index, so it reads no row that stays.
struct AgedRows: Sendable {
    let table: SQL
    /// What else the rows have in common; the columns before the age in the index.
    var condition: SQL = "TRUE"
    /// The columns of the index after these, which have other values in every row: first the age.
    let key: [StaticString]
    let bound: SQLValue
    /// What a row was charged; nil when it was not charged.
    let kind: RowCost.Table?
    /// The column of `event_tenants` that keeps the greatest age that was deleted before its time; nil where rows are
    /// deleted in their time.
    var mark: StaticString?

    private var age: SQL { SQL(stringLiteral: key[0]) }
    private var isOld: SQL { "\(sql: condition) AND \(sql: age) < \(bound)" }

    /// Finds a row of a tenant.
    func probe(of tenant: Int) -> SQL {
        "SELECT 1 AS found FROM \(sql: table) WHERE tenant_id = \(tenant) AND \(sql: isOld) LIMIT 1"
    }

    /// Deletes rows of the first tenant that has any.
    /// - Returns: the number of deleted rows; at most `limit`, and 0 when none is left.
    func delete(limit: Int, _ cost: RowCost, _ transaction: any WriteTransaction) throws -> Int {
        let tenant: Int? = try transaction.value(
            """
            SELECT t.number AS number FROM event_tenants t
            WHERE EXISTS (SELECT 1 FROM \(sql: table) WHERE tenant_id = t.number AND \(sql: isOld)) LIMIT 1
            """
        )
        guard let tenant else { return 0 }
        return try delete(of: tenant, limit: limit, cost, transaction)
    }

    /// - Returns: the number of deleted rows; at most `limit`, and 0 when none is left.
    func delete(of tenant: Int, limit: Int, _ cost: RowCost, _ transaction: any WriteTransaction) throws -> Int {
        let columns: SQL = .list(key.map { SQL(stringLiteral: $0) })
        let last = try transaction.row(
            """
            SELECT \(sql: columns) FROM \(sql: table) WHERE tenant_id = \(tenant) AND \(sql: isOld)
            ORDER BY \(sql: columns) LIMIT 1 OFFSET \(limit - 1)
            """
        )
        var range = isOld
        if let last { range = "\(sql: condition) AND (\(sql: columns)) <= \(rows: [last.values])" }
        if let mark { try note(upTo: last, in: mark, of: tenant, transaction) }
        let deleted = try transaction.execute("DELETE FROM \(sql: table) WHERE tenant_id = \(tenant) AND \(sql: range)")
        if let kind { try StorageLedger.release(deleted * cost.bytes(of: kind), of: tenant, transaction) }
        return deleted
    }

    /// - Parameter last: the last row that is deleted; nil for all.
    private func note(
        upTo last: Row?,
        in mark: StaticString,
        of tenant: Int,
        _ transaction: any WriteTransaction
    ) throws {
        let found =
            try last
            ?? transaction.row(
                """
                SELECT \(sql: age) FROM \(sql: table) WHERE tenant_id = \(tenant) AND \(sql: isOld)
                ORDER BY \(sql: age) DESC LIMIT 1
                """
            )
        guard let found else { return }
        let (greatest, column): (Int64, SQL) = (try found.get(key[0].description), SQL(stringLiteral: mark))
        try transaction.executeLater(
            """
            UPDATE event_tenants SET \(sql: column) = \(greatest)
            WHERE number = \(tenant) AND (\(sql: column) IS NULL OR \(sql: column) < \(greatest))
            """
        )
    }
}

extension WriteTransaction {
    /// Deletes rows of the first of these that has any.
    /// - Parameter tenant: the tenant whose rows they are; nil for all.
    /// - Returns: the number of deleted rows.
    func deleteFirst(of parts: [AgedRows], in tenant: Int?, limit: Int, _ cost: RowCost) throws -> Int {
        for part in parts {
            let count =
                try tenant.map { try part.delete(of: $0, limit: limit, cost, self) }
                ?? part.delete(limit: limit, cost, self)
            if count > 0 { return count }
        }
        return 0
    }
}
