import Domain
import Foundation
import StrictJSON
import UseCases
import WebCore

extension ResponseSchema where Value == AuditEntry.Change {
    static let auditChange = ResponseSchema(
        "AuditChange",
        "One field before and after the change; null for no value.",
        [
            .init("field", .text) { .string($0.field) },
            .init("before", Schema.text.nullable) { .init($0.before) },
            .init("after", Schema.text.nullable) { .init($0.after) },
        ]
    )
}

extension ResponseSchema where Value == AuditEntry {
    static let auditEntry = ResponseSchema(
        "AuditEntry",
        "An action with its actor, target, request origin and changes.",
        [
            .init("sequence", .count) { .integer($0.sequence) },
            .init("at", .moment) { .init($0.at) },
            .init("action", .oneOf(AuditEntry.Action.self)) { .string($0.action.rawValue) },
            .init("actor_kind", .oneOf(["user", "operator", "key", "system"])) { .string($0.actor.name) },
            .init("actor_id", Schema.uuid.nullable) { .init($0.actor.id?.hyphenated) },
            .init("address", Schema.text.nullable) { .init($0.address) },
            .init("request_id", Schema.text.nullable) { .init($0.requestID) },
            .init("target_kind", Schema.text.nullable.example("user")) { .init($0.target?.subject.rawValue) },
            .init("target_id", Schema.text.nullable) { .init($0.target?.id) },
            .init("changes", .list(of: .named("AuditChange"))) {
                .array($0.changes.map(ResponseSchema<AuditEntry.Change>.auditChange.json))
            },
        ],
        uses: [ResponseSchema<AuditEntry.Change>.auditChange.named]
    )
}
