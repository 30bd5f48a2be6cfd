import Database
import Domain
import Foundation

/// One row of `events` with its shape, its message and its subjects.
enum EventRow {
    static let columns = columns(rest: "e.rest")

    /// The columns, without the attributes of events that have more of them, in characters: one event can have 200 KiB.
    static func columns(restUpTo length: Int) -> SQL {
        columns(rest: "CASE WHEN length(e.rest) <= \(length) THEN e.rest END")
    }

    private static func columns(rest: SQL) -> SQL {
        """
        e.occurred_at AS occurred_at, e.seq AS seq, e.id AS id, \(sql: RowColumns.selected), e.duration_ms AS duration_ms,
        e.delay AS delay, \(sql: rest) AS rest, m.text AS message, m.error AS error, \(sql: ShapeColumns.selected)
        """
    }

    static let joined: SQL =
        """
        events e JOIN shapes s ON s.tenant_id = e.tenant_id AND s.id = e.shape_id
        LEFT JOIN messages m ON m.tenant_id = e.tenant_id AND m.id = e.message_id
        """

    /// An event, and its place in the list of all.
    struct Placed {
        let event: StoredEvent
        let seq: Int64
    }

    static func placed(_ row: Row) throws -> Placed { Placed(event: try event(row), seq: try row.get("seq")) }

    static func event(_ row: Row) throws -> StoredEvent {
        let shape = try Shape(row)
        let message: String? = try row.find("message")
        let rest = try EventExtras(text: try row.find("rest"), message: message)
        let occurredAt: Timestamp = try row.get("occurred_at")
        var content = EventContent(
            id: try row.get("id"),
            occurredAt: occurredAt,
            source: try row.get("source"),
            stage: try row.get("stage"),
            outcome: try row.get("outcome"),
            texts: rest.texts,
            error: try error(row, message: message) ?? rest.error,
            duration: try row.find("duration_ms").map { .milliseconds($0 as Int64) },
            attributes: rest.attributes
        )
        shape.copyTexts(to: &content.texts)
        for entry in RowColumns.all {
            guard let bytes: Data = try row.find(entry.name) else { continue }
            if entry.dimension == .attempt {
                content.attempt = TraceID(bytes: Array(bytes))
            } else {
                content.texts[entry.dimension] = EventSubject.text(bytes)
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
    static func bytes(_ text: String) -> Data {
        guard let id = UUID(hyphenated: text) else { return Data([0]) + Data(text.utf8) }
        return id.bytes.first == 0 ? Data([0]) + Data(id.hyphenated.utf8) : Data(id.bytes)
    }

    static func text(_ bytes: Data) -> String? {
        if bytes.first == 0, let text = String(validating: bytes.dropFirst(), as: UTF8.self) { return text }
        // Earlier versions stored every UUID as 16 bytes.
        return bytes.count == 16 ? UUID(bytes: bytes).hyphenated : nil
    }
}
