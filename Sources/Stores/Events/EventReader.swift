import Database
import Domain
import Foundation

/// Reads events: rows with their messages, and the shapes and subjects whose numbers the rows have. Many rows have the same
/// ones, so each is looked up once.
struct EventReader {
    static let columns = columns(rest: "e.rest")

    /// The columns, without the attributes of events that have more of them, in characters: one event can have 200 KiB.
    static func columns(restUpTo length: Int) -> SQL {
        columns(rest: "CASE WHEN length(e.rest) <= \(length) THEN e.rest END")
    }

    private static func columns(rest: SQL) -> SQL {
        """
        e.occurred_at AS occurred_at, e.seq AS seq, e.id AS id, e.shape_id AS shape_id, \(sql: RowColumns.numbers),
        e.duration_ms AS duration_ms, e.delay AS delay, \(sql: rest) AS rest, m.text AS message, m.error AS error
        """
    }

    static let joined: SQL =
        "events e LEFT JOIN messages m ON m.tenant_id = e.tenant_id AND m.id = e.message_id"

    /// The number of subjects that one statement looks up.
    private static let subjectsAtOnce = 1000

    /// An event, its place in the list of all, and the numbers of its subjects.
    struct Found {
        let event: StoredEvent
        let place: EventPlace
        let subjects: [EventDimension: Int]
    }

    /// What the numbers of rows stand for.
    private struct Names {
        var shapes: [Int: Shape] = [:]
        var subjects: [Int: Data] = [:]
    }

    /// The tenant's number.
    let tenant: Int
    let shapes: ShapeCache

    /// Returns the events in the order of their rows, without those whose shape has been deleted meanwhile.
    func found(_ rows: [Row], _ transaction: any ReadTransaction) throws -> [Found] {
        let names = try names(in: [rows], transaction)
        return try rows.compactMap { try Self.found($0, names) }
    }

    func events(_ rows: [Row], _ transaction: any ReadTransaction) throws -> [StoredEvent] {
        try found(rows, transaction).map(\.event)
    }

    func events(ofEach lists: [[Row]], _ transaction: any ReadTransaction) throws -> [[StoredEvent]] {
        let names = try names(in: lists, transaction)
        return try lists.map { try $0.compactMap { try Self.found($0, names)?.event } }
    }

    private func names(in lists: [[Row]], _ transaction: any ReadTransaction) throws -> Names {
        var wanted: (shapes: Set<Int>, subjects: Set<Int>) = ([], [])
        for row in lists.joined() {
            wanted.shapes.insert(try row.get("shape_id"))
            for entry in RowColumns.all {
                if let number: Int = try row.find(entry.name) { wanted.subjects.insert(number) }
            }
        }
        var names = Names()
        try shapes.forEach(wanted.shapes, of: tenant, transaction) { names.shapes[$0] = $1 }
        let statements = wanted.subjects.sorted().parts(of: Self.subjectsAtOnce).map { numbers -> SQL in
            """
            SELECT x.id AS id, x.value AS value FROM subjects x
            WHERE x.tenant_id = \(tenant) AND x.id IN \(paddedList: Array(numbers))
            """
        }
        for row in try transaction.rows(of: statements).joined() {
            names.subjects[try row.get("id")] = try row.get("value")
        }
        return names
    }

    private static func found(_ row: Row, _ names: Names) throws -> Found? {
        guard let shape = names.shapes[try row.get("shape_id")] else { return nil }
        var subjects: [EventDimension: Int] = [:]
        for entry in RowColumns.all { subjects[entry.dimension] = try row.find(entry.name) }
        let event = try event(row, shape, subjects.compactMapValues { names.subjects[$0] })
        let time = event.content.occurredAt.milliseconds
        return Found(event: event, place: EventPlace(occurredAt: time, seq: try row.get("seq")), subjects: subjects)
    }

    private static func event(
        _ row: Row,
        _ shape: Shape,
        _ subjects: [EventDimension: Data]
    ) throws -> StoredEvent {
        let message: String? = try row.find("message")
        let rest = try EventExtras(text: try row.find("rest"), message: message)
        let occurredAt: Timestamp = try row.get("occurred_at")
        var content = EventContent(
            id: try row.get("id"),
            occurredAt: occurredAt,
            source: try shape.value(of: .source),
            stage: try shape.value(of: .stage),
            outcome: try shape.value(of: .outcome),
            texts: rest.texts,
            error: try error(row, message: message) ?? rest.error,
            duration: try row.find("duration_ms").map { .milliseconds($0 as Int64) },
            attributes: rest.attributes
        )
        shape.copyTexts(to: &content.texts)
        for (dimension, bytes) in subjects {
            if dimension == .attempt {
                content.attempt = TraceID(bytes: Array(bytes))
            } else {
                content.texts[dimension] = EventSubject.text(bytes)
            }
        }
        return StoredEvent(
            content: content,
            code: shape[.code],
            receivedAt: occurredAt + .milliseconds(try row.get("delay", as: Int64.self)),
            clockCorrection: rest.correction
        )
    }

    private static func error(_ row: Row, message: String?) throws -> EventError? {
        guard let stored: String = try row.find("error") else { return nil }
        return try EventMessage.error(stored: stored, message: message.flatMap { $0.isEmpty ? nil : $0 })
    }
}

/// The user, session or installation that an event names, in few bytes: the 16 of a UUID, or a zero and the client's own
/// text. A UUID that begins with a zero is a text.
enum EventSubject {
    static func value(_ text: String) -> SubjectValue {
        guard let id = UUID(hyphenated: text) else { return SubjectValue(Data([0]) + Data(text.utf8)) }
        return id.uuid.0 == 0
            ? SubjectValue(Data([0]) + Data(id.hyphenated.utf8)) : withUnsafeBytes(of: id.uuid) { SubjectValue($0) }
    }

    static func bytes(_ text: String) -> Data { value(text).bytes }

    static func text(_ bytes: Data) -> String? {
        if bytes.first == 0, let text = String(validating: bytes.dropFirst(), as: UTF8.self) { return text }
        // Earlier versions stored every UUID as 16 bytes.
        return bytes.count == 16 ? UUID(bytes: bytes).hyphenated : nil
    }
}
