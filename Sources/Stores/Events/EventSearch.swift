import Database
import Domain
import Foundation
import UseCases

/// Finds the rows of a query.
///
/// What the counts know (stage, outcome, code, release, …) is asked of the shapes first: the hours in which such events
/// happened are known before a row is read. What only rows know (a user, a session, an attempt, a text) goes through
/// its own index, unless it is so common that walking back in time finds it sooner.
struct EventSearch {
    /// Message rows that one text may match.
    static let messages = 500
    /// More events than this carry a text: it is common.
    static let rare = 5000

    let query: EventQuery
    let tenant: Int

    private static let keyset = Keyset(
        after: { "(e.occurred_at, e.id) < (\(try $0.number()), \(try $0.identifier(Event.ID.self)))" },
        before: { "(e.occurred_at, e.id) > (\(try $0.number()), \(try $0.identifier(Event.ID.self)))" },
        order: "e.occurred_at DESC, e.id DESC", reversed: "e.occurred_at ASC, e.id ASC")

    func rows(_ request: PageRequest, _ transaction: any ReadTransaction) throws -> [Row] {
        let plan = try Self.keyset.plan(request)
        guard let shapes = try shapeIDs(transaction) else {
            return try fetch(try conditions(nil, transaction) + [plan.condition], plan.order, request.limit + 1, transaction)
        }
        if shapes.isEmpty { return [] }
        let all = try conditions(shapes, transaction) + [plan.condition]
        if query.needsRows { return try fetch(all, plan.order, request.limit + 1, transaction) }
        return try hourByHour(shapes, all, plan.order, request, transaction)
    }

    /// From and where for counting rows.
    func conditions(_ shapes: [Int]?, _ transaction: any ReadTransaction) throws -> [SQL] {
        var conditions: [SQL] = [
            "e.tenant_id = \(tenant)", "e.occurred_at >= \(query.from)", "e.occurred_at < \(query.to)",
        ]
        if let shapes { conditions.append("+e.shape_id IN \(list: shapes)") }
        if let user = query.user { conditions.append("e.user_id = \(EventSubject.bytes(user))") }
        if let session = query.session { conditions.append("e.session_id = \(EventSubject.bytes(session))") }
        if let attempt = query.attempt { conditions.append("e.attempt_id = \(Data(attempt.bytes))") }
        if let text = query.text { conditions.append(try hasText(text, transaction)) }
        return conditions
    }

    /// The shapes that match; nil when the query asks nothing of them.
    func shapeIDs(_ transaction: any ReadTransaction) throws -> [Int]? {
        let conditions = shapeConditions
        guard !conditions.isEmpty else { return nil }
        return try transaction.rows(
            "SELECT s.id AS id FROM shapes s WHERE s.tenant_id = \(tenant) AND \(sql: .all(conditions)) ORDER BY s.id DESC LIMIT 20000"
        ).map { try $0.get("id") }
    }

    var shapeConditions: [SQL] {
        var conditions: [SQL] = []
        if let source = query.source { conditions.append("s.source = \(source)") }
        if let stage = query.stage { conditions.append("s.stage = \(stage)") }
        if let outcome = query.outcome { conditions.append("s.outcome = \(outcome)") }
        if let code = query.code { conditions.append("s.code = \(code)") }
        if let provider = query.provider { conditions.append("s.provider = \(provider)") }
        if let platform = query.platform { conditions.append("s.platform = \(platform)") }
        if let version = query.appVersion { conditions.append("s.app_version = \(version)") }
        if let version = query.osVersion { conditions.append("s.os_version = \(version)") }
        if let model = query.deviceModel { conditions.append("s.device_model = \(model)") }
        if let environment = query.environment { conditions.append("s.environment = \(environment)") }
        return conditions
    }

    private func hasText(_ text: String, _ transaction: any ReadTransaction) throws -> SQL {
        let pattern = "%" + text.lowercased().replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_") + "%"
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
                    SELECT 1 FROM events WHERE tenant_id = \(tenant) AND message_id IN \(list: ids) LIMIT \(Self.rare + 1)) AS some
                """) ?? 0
        // The plus keeps the index out: a common text is found sooner by walking back in time.
        return count > Self.rare ? "+e.message_id IN \(list: ids)" : "e.message_id IN \(list: ids)"
    }

    /// Reads only hours in which there are such events, until the page is full.
    private func hourByHour(
        _ shapes: [Int], _ conditions: [SQL], _ order: SQL, _ request: PageRequest, _ transaction: any ReadTransaction
    ) throws -> [Row] {
        let isBackward = request.cursor?.direction == .backward
        let limit = request.limit + 1
        var found: [Row] = []
        for range in try ranges(shapes, from: request.cursor, isBackward, transaction) {
            let within = conditions + ["e.occurred_at >= \(range.lowerBound)", "e.occurred_at < \(range.upperBound)"]
            found += try fetch(within, order, limit - found.count, transaction)
            if found.count >= limit { break }
        }
        return found
    }

    /// The hours to look at, nearest first.
    private func ranges(
        _ shapes: [Int], from cursor: Cursor?, _ isBackward: Bool, _ transaction: any ReadTransaction
    ) throws -> [Range<Int64>] {
        var from = EventWriter.floor(query.from.milliseconds, EventWriter.hour)
        var to = query.to.milliseconds
        if let place = try cursor?.number() {
            if isBackward { from = EventWriter.floor(place, EventWriter.hour) } else { to = min(to, place + 1) }
        }
        let order: SQL = isBackward ? "start ASC" : "start DESC"
        let starts: [Int64] = try transaction.rows(
            """
            SELECT DISTINCT start FROM event_counts
            WHERE tenant_id = \(tenant) AND span = 'h' AND shape_id IN \(list: shapes) AND start >= \(from) AND start < \(to)
            ORDER BY \(sql: order)
            """
        ).map { try $0.get("start") }
        return starts.map { $0..<$0 + EventWriter.hour }
    }

    private func fetch(_ conditions: [SQL], _ order: SQL, _ limit: Int, _ transaction: any ReadTransaction) throws -> [Row] {
        try transaction.rows(
            """
            SELECT \(sql: EventRow.columns) FROM \(sql: EventRow.joined) WHERE \(sql: .all(conditions))
            ORDER BY \(sql: order) LIMIT \(limit)
            """)
    }
}
