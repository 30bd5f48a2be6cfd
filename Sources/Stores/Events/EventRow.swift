import Database
import Domain
import Foundation
import Synchronization
import UseCases

/// One row of `events` with its shape and message.
enum EventRow {
    static let columns: SQL =
        """
        e.occurred_at AS occurred_at, e.id AS id, e.user_id AS user_id, e.session_id AS session_id, e.attempt_id AS attempt_id,
        e.received_at AS received_at, e.rest AS rest, m.text AS message, \(sql: Shape.columns)
        """

    static let joined: SQL =
        """
        events e JOIN shapes s ON s.tenant_id = e.tenant_id AND s.id = e.shape_id
        LEFT JOIN messages m ON m.tenant_id = e.tenant_id AND m.id = e.message_id
        """

    static func event(_ row: Row) throws -> Event {
        let shape = try Shape(row)
        let rest = try EventExtras(text: try row.find("rest"), message: try row.find("message"))
        let attempt: Data? = try row.find("attempt_id")
        let user: Data? = try row.find("user_id")
        let session: Data? = try row.find("session_id")
        let content = IncomingEvent(
            id: try row.get("id"),
            occurredAt: try row.get("occurred_at"),
            source: shape.source,
            stage: shape.stage,
            outcome: shape.outcome,
            name: rest.name,
            provider: shape.provider,
            error: rest.error,
            attempt: attempt.flatMap { TraceID(bytes: Array($0)) },
            appVersion: shape.appVersion,
            environment: shape.environment,
            platform: shape.platform,
            osVersion: shape.osVersion,
            deviceModel: shape.deviceModel,
            user: user.flatMap { EventSubject.text($0) },
            session: session.flatMap { EventSubject.text($0) },
            network: rest.network,
            attributes: rest.attributes
        )
        return Event(
            content: content,
            code: shape.code,
            receivedAt: try row.get("received_at"),
            clockCorrection: rest.correction
        )
    }
}
