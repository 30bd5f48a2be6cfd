import Database
import Domain
import Foundation

/// A table whose rows events name by a number, and whose values clients make up: subjects and messages.
struct DictionaryTable: Sendable {
    static let subjects = DictionaryTable(
        name: "subjects",
        values: "d.value AS value",
        columns: RowColumns.all.map(\.column)
    ) { $1.bytes(ofSubject: try $0.get("value")) }

    static let messages = DictionaryTable(
        name: "messages",
        values: "d.text AS text, d.error AS error",
        columns: ["message_id"]
    ) { row, cost in
        let error: String? = try row.find("error")
        return cost.bytes(ofMessage: try row.get("text", as: String.self).utf8.count + (error?.utf8.count ?? 0))
    }

    static let all = [subjects, messages]

    let name: SQL
    /// The columns from which `size` is computed, of a row `d`.
    let values: SQL
    /// The columns of `events` that hold numbers of this table.
    let columns: [StaticString]
    /// What a row was charged.
    let size: @Sendable (Row, RowCost) throws -> Int

    /// Whether no event names the row `d`: one probe for each column, in the index of that column.
    ///
    /// The offset keeps PostgreSQL from reading all events into a hash table instead.
    var isUnused: SQL {
        .all(
            columns.map { column in
                """
                NOT EXISTS (
                    SELECT 1 FROM events e
                    WHERE e.tenant_id = d.tenant_id AND e.\(sql: SQL(stringLiteral: column)) = d.id LIMIT 1 OFFSET 0)
                """
            }
        )
    }

    /// Marks rows of a tenant as retired. A row that an event names all the same is not deleted, but its mark is cleared.
    func retire(_ ids: [Int], of tenant: Int, at now: Timestamp, _ transaction: any WriteTransaction) throws {
        guard !ids.isEmpty else { return }
        try transaction.execute(
            """
            UPDATE \(sql: name) SET retired_at = \(now)
            WHERE tenant_id = \(tenant) AND id IN \(list: ids) AND retired_at IS NULL
            """
        )
    }

    /// Returns those of the rows of a tenant that no event names any longer.
    func unused(_ ids: Set<Int>, of tenant: Int, _ transaction: any ReadTransaction) throws -> [Int] {
        guard !ids.isEmpty else { return [] }
        return try transaction.rows(
            """
            SELECT d.id AS id FROM \(sql: name) d
            WHERE d.tenant_id = \(tenant) AND d.id IN \(list: ids.sorted()) AND d.retired_at IS NULL AND \(sql: isUnused)
            """
        ).map { try $0.get("id") }
    }

    /// Makes sure that a row which was looked up is not deleted, because an event is about to name it.
    /// - Parameter row: its `id` and `retired_at`.
    /// - Returns: false when it has just been deleted.
    func keep(_ row: Row, of tenant: Int, _ transaction: any WriteTransaction) throws -> Bool {
        guard try row.find("retired_at", as: Timestamp.self) != nil else { return true }
        let id: Int = try row.get("id")
        let count = try transaction.execute(
            """
            UPDATE \(sql: name) SET retired_at = NULL
            WHERE tenant_id = \(tenant) AND id = \(id) AND retired_at IS NOT NULL
            """
        )
        return count == 1
    }
}
