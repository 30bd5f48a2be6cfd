import Domain
import Foundation
import Hummingbird
import UseCases

/// The fields of requests about the audit.
enum AuditInputs {
    static let action: Input<AuditEntry.Action?> = .optionalOneOf("action", "Only this action.")
    static let actor: Input<ActorID?> = .optionalValue(
        "actor",
        "Only what this user, operator or key did.",
        .uuid,
        orElse: "Write the id of a user, an operator or a key."
    )
    static let target = Input.optionalText(
        "target",
        "Only what was done to this: an id, or the name of a role.",
        minimum: 1,
        maximum: 100
    )
    static let query = [action.description, actor.description, target.description]

    /// The id of any kind of principal.
    typealias ActorID = Identifier<Principal>
}

extension APIOperation {
    static let auditOperations: [APIOperation] = [
        APIOperation(
            id: "listAuditEntries",
            tag: .audit,
            summary: "Lists the audit log, newest entry first",
            query: AuditInputs.query + Input<PageRequest>.descriptions,
            answers: [.ok("A page of entries.", ResponseSchema<AuditEntry>.auditEntry.namedPage)]
        )
    ]
}

/// The endpoints of a tenant's audit.
struct AuditEndpoints: Sendable {
    let audit: AuditReading

    func add(to routes: Routes<APIContext>) {
        routes.get("audit", operation: "listAuditEntries", needs: .readAudit, use: list)
    }

    @Sendable private func list(_ request: Request, context: APIContext) async throws -> Response {
        let grant = try context.grant(ReadAudit.self)
        var fields = try request.programQueryFields()
        let filter = AuditFilter(
            action: fields.read(AuditInputs.action),
            actor: fields.read(AuditInputs.actor)?.uuid,
            target: fields.read(AuditInputs.target)
        )
        let page = fields.read(.page)
        try fields.finish()
        return try await .json(
            ResponseSchema<AuditEntry>.auditEntry.page(audit.page(page, filter: filter, grant: grant))
        )
    }
}
