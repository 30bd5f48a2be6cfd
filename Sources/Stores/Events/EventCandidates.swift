import Database
import Domain
import Foundation
import UseCases

/// Decides for rows whether they match, with few look-ups: what a query says of a shape and of a message is worked out
/// once for each that occurs.
struct EventCandidates {
    /// A row that matches.
    struct Match {
        let place: EventPlace
        let shape: Int
        /// The number of its attempt, where attempts are sought.
        let attempt: Int?
    }

    /// A shape, and the message of its error.
    private struct Kind: Hashable {
        let shape: Int
        let message: Int
    }

    private let resolved: ResolvedQuery
    /// What the shapes and the span of time leave to decide.
    private let rest: EventCondition
    private let shapes: Set<Int>?
    private let testsShapes: Bool
    private let rowColumns: [RowColumns.Entry]
    private let testsMessages: Bool
    private let testsDuration: Bool
    /// What the values of a shape leave to decide.
    private var byShape: [Int: EventCondition] = [:]
    /// What a shape and a message leave to decide.
    private var byKind: [Kind: EventCondition] = [:]

    /// - Parameter conditions: what rows must match besides, because no statement asks for it.
    init(_ resolved: ResolvedQuery, and conditions: [EventCondition] = []) {
        self.resolved = resolved
        rest = .all(of: conditions + [resolved.rest])
        let fields = rest.fields
        shapes = resolved.rowShapes.map { Set($0) }
        testsShapes = !ShapeColumns.tested(by: rest).isEmpty
        rowColumns = RowColumns.all.filter { fields.contains(.dimension($0.dimension)) }
        testsMessages = fields.contains(.message)
        testsDuration = fields.contains(.dimension(.duration))
    }

    /// The columns of `e` that `matches` needs.
    var columns: SQL {
        var columns: [SQL] = ["e.occurred_at AS occurred_at", "e.seq AS seq", "e.shape_id AS shape_id"]
        if testsDuration { columns.append("e.duration_ms AS duration_ms") }
        if testsMessages {
            columns.append("e.message_id AS message_id, CASE WHEN e.message_id IS NULL THEN e.rest END AS rest")
        }
        columns += rowColumns.map(RowColumns.selection)
        if resolved.isAboutAttempts { columns.append("e.attempt_id AS attempt_number") }
        return .list(columns)
    }

    /// Returns the rows that match, in their order.
    mutating func matches(_ rows: [Row], _ transaction: any ReadTransaction) throws -> [Match] {
        var open: [(row: Row, shape: Int)] = []
        for row in rows {
            let shape: Int = try row.get("shape_id")
            // Rows without an attempt are read, and left out, here: a statement would pass any number of them.
            if resolved.isAboutAttempts, try row.find("attempt_number", as: Int.self) == nil { continue }
            if shapes?.contains(shape) ?? true { open.append((row, shape)) }
        }
        try learnShapes(Set(open.map(\.shape)), transaction)
        open.removeAll { byShape[$0.shape] == .nothing }
        try learnMessages(open, transaction)
        return try open.compactMap { row, shape in
            let timestamp: Int64 = try row.get("occurred_at")
            let left = try condition(row, shape)
            if left == .nothing { return nil }
            if left != .everything {
                let values = try values(row)
                let time = Timestamp(milliseconds: timestamp)
                guard left.matches(at: time, now: resolved.now, value: { values[$0] }) else { return nil }
            }
            return Match(
                place: EventPlace(occurredAt: timestamp, seq: try row.get("seq")),
                shape: shape,
                attempt: resolved.isAboutAttempts ? try row.find("attempt_number") : nil
            )
        }
    }

    private mutating func learnShapes(_ ids: Set<Int>, _ transaction: any ReadTransaction) throws {
        let new = ids.filter { byShape[$0] == nil }
        guard testsShapes else {
            for id in new { byShape[id] = rest }
            return
        }
        try resolved.shapeCache.forEach(new, of: resolved.tenant, transaction) { id, shape in
            byShape[id] = rest.reduced { test in
                guard case .dimension(let dimension) = test.field, test.isAboutShape else { return nil }
                return test.matches(value: shape[dimension])
            }
        }
    }

    private mutating func learnMessages(_ open: [(row: Row, shape: Int)], _ transaction: any ReadTransaction) throws {
        guard testsMessages else { return }
        var new: Set<Kind> = []
        for (row, shape) in open {
            guard let message: Int = try row.find("message_id") else { continue }
            let kind = Kind(shape: shape, message: message)
            if byKind[kind] == nil { new.insert(kind) }
        }
        guard !new.isEmpty else { return }
        let rows = try transaction.rows(
            """
            SELECT m.id AS id, m.text AS text FROM messages m
            WHERE m.tenant_id = \(resolved.tenant) AND m.id IN \(paddedList: Set(new.map(\.message)).sorted())
            """
        )
        var texts: [Int: String] = [:]
        for row in rows { texts[try row.get("id")] = try row.get("text", as: String.self) }
        for kind in new {
            let text = texts[kind.message].flatMap { $0.isEmpty ? nil : $0 }
            byKind[kind] = (byShape[kind.shape] ?? rest).reduced(message: text)
        }
    }

    /// What the shape and the message of a row leave to decide.
    private func condition(_ row: Row, _ shape: Int) throws -> EventCondition {
        let ofShape = byShape[shape] ?? rest
        guard testsMessages else { return ofShape }
        if let message: Int = try row.find("message_id"), let known = byKind[Kind(shape: shape, message: message)] {
            return known
        }
        let text = try EventExtras(text: try row.find("rest"), message: nil).error?.message
        return ofShape.reduced(message: text)
    }

    /// The values of the row's own columns.
    private func values(_ row: Row) throws -> [QueryField: String] {
        var values: [QueryField: String] = [:]
        for entry in rowColumns {
            guard let bytes: Data = try row.find(entry.name) else { continue }
            values[.dimension(entry.dimension)] = entry.text(bytes)
        }
        if testsDuration, let duration: Int64 = try row.find("duration_ms") {
            values[.dimension(.duration)] = String(duration)
        }
        return values
    }
}
