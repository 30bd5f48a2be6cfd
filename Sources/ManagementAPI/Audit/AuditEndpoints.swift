import Domain
import Foundation
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The endpoints of a tenant's audit.
struct AuditEndpoints: Sendable {
    let audit: AuditReading

    func add(to routes: Routes<APIContext>) {
        routes.needs(ReadAudit.self).get("audit", operation: "listAuditEntries", use: list)
    }

    private func list(_ call: APICall<ReadAudit>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let filter = fields.read(AuditInputs.filter)
        let page = fields.read(.page)
        try fields.finish()
        return try await .json(
            ResponseSchema<AuditEntry>.auditEntry.page(audit.page(page, filter: filter, grant: call.grant))
        )
    }
}

extension APIOperation {
    static let auditOperations: [APIOperation] = [
        APIOperation(
            id: "listAuditEntries",
            tag: .audit,
            summary: "Lists the audit log, newest entry first",
            query: AuditInputs.filter.descriptions + Input<PageRequest>.descriptions,
            answers: [.ok("A page of entries.", ResponseSchema<AuditEntry>.auditEntry.namedPage)]
        )
    ]
}

/// The fields of requests about the audit.
enum AuditInputs {
    static let kind: Input<AuditEntry.Kind?> = .optionalOneOf(
        "kind",
        "Only what changed something, only access of operators, exports, denials and reuse, or only what users and Apple did about signing in and out. Ignored beside `action`."
    )
    static let action: Input<AuditEntry.Action?> = .optionalOneOf("action", "Only this action.")
    static let actor: Input<ActorID?> = .optionalValue(
        "actor",
        "Only actions of this user, operator or key.",
        .uuid,
        orElse: .english("Write the id of a user, an operator or a key.")
    )
    static let target = Input.optionalText(
        "target",
        "Only actions on this target: an id, or the name of a role.",
        minimum: 1,
        maximum: 100
    )
    static let user: Input<User.ID?> = .optionalValue(
        "user",
        "Only actions on this user, or on one of the user's sessions; the end of a session only for the latest 50 that are stored.",
        .uuid,
        orElse: .english("Write the id of a user.")
    )
    static let filter = Inputs { reader in
        AuditFilter(
            kind: reader.read(kind),
            action: reader.read(action),
            actor: reader.read(actor)?.uuid,
            target: reader.read(target),
            user: reader.read(user)
        )
    }

    /// The id of any kind of principal.
    typealias ActorID = Identifier<Principal>
}

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
            .init("at", .dateTime) { .init($0.at) },
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
