import Database
import Domain
import Foundation
import UseCases

/// Finds the rows of a query.
///
/// Attributes that the counts have (stage, outcome, code, release, …) are looked up in the shapes first: the hours of
/// such events are known before a row is read. Attributes that only rows have (a user, a session, an attempt, a text)
/// use their own index, unless the value is so common that walking back in time finds it sooner.
struct EventSearch {
    /// The number of message rows that one text may match.
    static let messages = 500
    /// The number of events with a text above which the text is common.
    static let rare = 5000
    /// The maximum number of rows that are counted one by one.
    static let countedRows = 20_000
    /// The maximum number of rows that are scanned to count those with a common text.
    static let walkedRows = 50_000

    let query: EventQuery
    let tenant: Int

    private static let keyset = Keyset(
        after: { "(e.occurred_at, e.seq) < (\(try $0.number()), \(try $0.sequence()))" },
        before: { "(e.occurred_at, e.seq) > (\(try $0.number()), \(try $0.sequence()))" },
        order: "e.occurred_at DESC, e.seq DESC",
        reversed: "e.occurred_at ASC, e.seq ASC"
    )

    func rows(_ request: PageRequest, _ transaction: any ReadTransaction) throws -> [Row] {
        let plan = try Self.keyset.plan(request)
        let shapes = try shapeIDs(transaction)
        if shapes?.isEmpty == true { return [] }
        let all = conditions(shapes, try textMatch(transaction)) + [plan.condition]
        let selection = Selection(conditions: all, order: plan.order)
        guard let shapes, !query.needsRows else { return try fetch(selection, limit: request.limit + 1, transaction) }
        return try hourByHour(selection, shapes: shapes, request, transaction)
    }

    /// The events that a page is taken from, and their order.
    private struct Selection {
        let conditions: [SQL]
        let order: SQL

        func from(_ range: Range<Int64>) -> Selection {
            let within: [SQL] = ["e.occurred_at >= \(range.lowerBound)", "e.occurred_at < \(range.upperBound)"]
            return Selection(conditions: conditions + within, order: order)
        }
    }

    /// Selects the latest matching rows, with `tenant_id`, `occurred_at` and `shape_id`, to be counted one by one: no
    /// more than can be read while a page loads.
    struct Some {
        let rows: SQL
        /// The number of rows to count at most; earlier ones are left out.
        let bound: Int
        /// Counts rows up to the bound.
        let counting: SQL

        func areAll(_ transaction: any ReadTransaction) throws -> Bool {
            try transaction.value(counting, as: Int.self) ?? 0 < bound
        }
    }

    func some(_ transaction: any ReadTransaction) throws -> Some {
        let text = try textMatch(transaction)
        let shapes = try shapeIDs(transaction)
        let isNarrow = text?.isCommon != true || RowColumns.all.contains { query[$0.dimension] != nil }
        let within = isNarrow ? conditions(shapes, text) : inRange
        let bound = isNarrow ? Self.countedRows : Self.walkedRows
        let latest: SQL =
            """
            SELECT e.tenant_id AS tenant_id, e.occurred_at AS occurred_at, e.shape_id AS shape_id, e.message_id AS message_id
            FROM events e WHERE \(sql: .all(within)) ORDER BY e.occurred_at DESC LIMIT \(bound)
            """
        let rows: SQL =
            isNarrow
            ? latest : "SELECT e.* FROM (\(sql: latest)) AS e WHERE \(sql: .all(contentConditions(shapes, text)))"
        return Some(rows: rows, bound: bound, counting: "SELECT count(*) AS n FROM (\(sql: latest)) AS e")
    }

    private var inRange: [SQL] {
        ["e.tenant_id = \(tenant)", "e.occurred_at >= \(query.from)", "e.occurred_at < \(query.to)"]
    }

    private func conditions(_ shapes: [Int]?, _ text: TextMatch?) -> [SQL] {
        var conditions = inRange
        for entry in RowColumns.all {
            guard let text = query[entry.dimension] else { continue }
            conditions.append(
                """
                e.\(sql: SQL(stringLiteral: entry.column)) = (
                    SELECT x.id FROM subjects x WHERE x.tenant_id = \(tenant) AND x.value = \(entry.bytes(text)))
                """
            )
        }
        return conditions + contentConditions(shapes, text)
    }

    private func contentConditions(_ shapes: [Int]?, _ text: TextMatch?) -> [SQL] {
        var conditions: [SQL] = []
        if let shapes { conditions.append("+e.shape_id IN \(list: shapes)") }
        if let text { conditions.append(text.condition) }
        return conditions
    }

    /// Returns the shapes that match; nil when the query does not restrict them.
    func shapeIDs(_ transaction: any ReadTransaction) throws -> [Int]? {
        let conditions = shapeConditions
        guard !conditions.isEmpty else { return nil }
        return try transaction.rows(
            "SELECT s.id AS id FROM shapes s WHERE s.tenant_id = \(tenant) AND \(sql: .all(conditions)) ORDER BY s.id DESC LIMIT 20000"
        ).map { try $0.get("id") }
    }

    var shapeConditions: [SQL] {
        ShapeColumns.all.compactMap { entry in
            query[entry.dimension].map { "s.\(sql: entry.column) = \($0)" }
        }
    }

    /// The messages that contain a text.
    private struct TextMatch {
        let messages: [Int]
        let isCommon: Bool

        /// The plus keeps SQLite from using the index: a common text is found sooner by walking back in time.
        var condition: SQL { isCommon ? "+e.message_id IN \(list: messages)" : "e.message_id IN \(list: messages)" }
    }

    private func textMatch(_ transaction: any ReadTransaction) throws -> TextMatch? {
        guard let text = query.text else { return nil }
        let pattern =
            "%"
            + text.lowercased().replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
            + "%"
        let ids: [Int] = try transaction.rows(
            """
            SELECT id FROM messages WHERE tenant_id = \(tenant) AND lower(text) LIKE \(pattern) ESCAPE '\\' ORDER BY id DESC
            LIMIT \(Self.messages)
            """
        ).map { try $0.get("id") }
        let count: Int =
            try transaction.value(
                """
                SELECT count(*) AS n FROM (
                    SELECT 1 FROM events WHERE tenant_id = \(tenant) AND message_id IN \(list: ids) LIMIT \(Self.rare + 1)) AS found
                """
            ) ?? 0
        return TextMatch(messages: ids, isCommon: count > Self.rare)
    }

    /// Reads only hours that have such events, until the page is full.
    private func hourByHour(
        _ selection: Selection,
        shapes: [Int],
        _ request: PageRequest,
        _ transaction: any ReadTransaction
    ) throws -> [Row] {
        let isBackward = request.cursor?.direction == .backward
        let limit = request.limit + 1
        var found: [Row] = []
        for range in try ranges(shapes, from: request.cursor, isBackward, transaction) {
            found += try fetch(selection.from(range), limit: limit - found.count, transaction)
            if found.count >= limit { break }
        }
        return found
    }

    /// Returns the hours to read, nearest first.
    private func ranges(
        _ shapes: [Int],
        from cursor: Cursor?,
        _ isBackward: Bool,
        _ transaction: any ReadTransaction
    ) throws -> [Range<Int64>] {
        var from = CountWindow.Span.hour.floor(query.from.milliseconds)
        var to = query.to.milliseconds
        if let place = try cursor?.number() {
            if isBackward { from = CountWindow.Span.hour.floor(place) } else { to = min(to, place + 1) }
        }
        let order: SQL = isBackward ? "start ASC" : "start DESC"
        let starts: [Int64] = try transaction.rows(
            """
            SELECT DISTINCT start FROM event_counts
            WHERE tenant_id = \(tenant) AND span = 'h' AND shape_id IN \(list: shapes) AND start >= \(from) AND start < \(to)
            ORDER BY \(sql: order)
            """
        ).map { try $0.get("start") }
        return starts.map { $0..<$0 + CountWindow.Span.hour.width }
    }

    /// The keys are found before they are joined, so that few columns have to be sorted.
    private func fetch(
        _ selection: Selection,
        limit: Int,
        _ transaction: any ReadTransaction
    ) throws -> [Row] {
        try transaction.rows(
            """
            SELECT \(sql: EventRow.columns) FROM (
                SELECT e.tenant_id AS tenant_id, e.occurred_at AS occurred_at, e.seq AS seq FROM events e
                WHERE \(sql: .all(selection.conditions)) ORDER BY \(sql: selection.order) LIMIT \(limit)) AS k
            CROSS JOIN \(sql: EventRow.joined) WHERE e.tenant_id = \(tenant)
                AND e.tenant_id = k.tenant_id AND e.occurred_at = k.occurred_at AND e.seq = k.seq
            ORDER BY \(sql: selection.order)
            """
        )
    }
}
