import Database
import Domain
import Foundation
import Synchronization
import UseCases

/// One row of `events` with its shape and message.
enum EventRow {
    static let columns: SQL =
        """
        e.occurred_at AS occurred_at, e.id AS id, \(sql: RowColumns.selected), e.received_at AS received_at, e.rest AS rest,
        m.text AS message, \(sql: ShapeColumns.selected)
        """

    static let joined: SQL =
        """
        events e JOIN shapes s ON s.tenant_id = e.tenant_id AND s.id = e.shape_id
        LEFT JOIN messages m ON m.tenant_id = e.tenant_id AND m.id = e.message_id
        """

    static func event(_ row: Row) throws -> StoredEvent {
        let shape = try Shape(row)
        let rest = try EventExtras(text: try row.find("rest"), message: try row.find("message"))
        var content = EventContent(
            id: try row.get("id"),
            occurredAt: try row.get("occurred_at"),
            source: try row.get("source"),
            stage: try row.get("stage"),
            outcome: try row.get("outcome"),
            texts: rest.texts,
            error: rest.error,
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
            receivedAt: try row.get("received_at"),
            clockCorrection: rest.correction
        )
    }
}
