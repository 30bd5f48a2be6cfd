import Database
import Domain

/// A table whose rows other rows name by a number, and whose values clients make up.
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

    /// Every event is counted by day, and that count is kept at least as long as its row.
    static let shapes = DictionaryTable(
        name: "shapes",
        values: ShapeColumns.names,
        isUnused: isUnnamed(["event_counts c WHERE c.tenant_id = d.tenant_id AND c.span = 'd' AND c.shape_id = d.id"])
    ) { row, cost in
        let shape = try Shape(row)
        return cost.bytes(ofShape: shape.byteCount, version: shape[.appVersion]?.utf8.count ?? 0)
    }

    /// What members decided about a failure, or wrote, outlives its events.
    static let failures = DictionaryTable(
        name: "failures",
        values: "stage, code, root_domain, root_code, cause_domain, cause_code, server_code, http_class",
        isUnused: isUnnamed([
            "shapes s WHERE s.tenant_id = d.tenant_id AND s.failure_id = d.id",
            "events e WHERE e.tenant_id = d.tenant_id AND e.failure_id = d.id",
            "failure_users u WHERE u.tenant_id = d.tenant_id AND u.failure_id = d.id",
            "failure_triage t WHERE t.tenant_id = d.tenant_id AND t.failure_id = d.id",
            "failure_changes c WHERE c.tenant_id = d.tenant_id AND c.failure_id = d.id",
            "failure_comments c WHERE c.tenant_id = d.tenant_id AND c.failure_id = d.id",
        ])
    ) { row, cost in
        cost.bytes(
            ofFailure: row.values.reduce(0) { sum, value in
                switch value {
                case .text(let text): sum + text.utf8.count
                case .integer(let number): sum + "\(number)".utf8.count
                default: sum
                }
            }
        )
    }

    /// Each run is counted by day, and that count is kept longer than all else of the run.
    static let runGroups = DictionaryTable(
        name: "app_run_groups",
        values: "version, build, package, environment",
        isUnused: isUnnamed(["app_run_counts c WHERE c.tenant_id = d.tenant_id AND c.span = 'd' AND c.group_id = d.id"])
    ) { row, cost in
        let texts = try ["version", "build", "package", "environment"].map { try row.find($0, as: String.self) }
        return cost.bytes(
            ofRunGroup: texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) },
            version: texts[0]?.utf8.count ?? 0
        )
    }

    /// Those that rows of `events` name in columns of their own.
    static let ofRows = [subjects, messages]
    /// A failure is unused only after its shapes have been deleted.
    static let all = ofRows + [shapes, failures, runGroups]

    let name: SQL
    /// The columns from which `size` is computed, of a row `d`.
    let values: SQL
    /// The columns of `events` that hold numbers of this table.
    let columns: [StaticString]
    /// Whether nothing names the row `d`.
    let isUnused: SQL
    /// What a row was charged.
    let size: @Sendable (Row, RowCost) throws -> Int

    private init(
        name: SQL,
        values: SQL,
        columns: [StaticString],
        size: @escaping @Sendable (Row, RowCost) throws -> Int
    ) {
        self.name = name
        self.values = values
        self.columns = columns
        isUnused = Self.isUnnamed(
            columns.map { "events e WHERE e.tenant_id = d.tenant_id AND e.\(sql: SQL(stringLiteral: $0)) = d.id" }
        )
        self.size = size
    }

    private init(name: SQL, values: SQL, isUnused: SQL, size: @escaping @Sendable (Row, RowCost) throws -> Int) {
        self.name = name
        self.values = values
        columns = []
        self.isUnused = isUnused
        self.size = size
    }

    /// One probe for each place, in its index.
    ///
    /// The offset keeps PostgreSQL from reading all rows into a hash table instead.
    private static func isUnnamed(_ places: [SQL]) -> SQL {
        .all(places.map { "NOT EXISTS (SELECT 1 FROM \(sql: $0) LIMIT 1 OFFSET 0)" })
    }

    /// Marks rows of a tenant as retired. A row that is named all the same is not deleted, but its mark is cleared.
    func retire(_ ids: [Int], of tenant: Int, at now: Timestamp, _ transaction: any WriteTransaction) throws {
        guard !ids.isEmpty else { return }
        try transaction.execute(
            """
            UPDATE \(sql: name) SET retired_at = \(now)
            WHERE tenant_id = \(tenant) AND id IN \(list: ids) AND retired_at IS NULL
            """
        )
    }

    /// Returns those of the rows of a tenant that nothing names any longer.
    func unused(_ ids: Set<Int>, of tenant: Int, _ transaction: any ReadTransaction) throws -> [Int] {
        guard !ids.isEmpty else { return [] }
        return try transaction.rows(
            """
            SELECT d.id AS id FROM \(sql: name) d
            WHERE d.tenant_id = \(tenant) AND d.id IN \(list: ids.sorted()) AND d.retired_at IS NULL AND \(sql: isUnused)
            """
        ).map { try $0.get("id") }
    }

    /// Makes sure that a row which was looked up is not deleted, because it is about to be named.
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
