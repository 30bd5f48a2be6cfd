import Domain
import Foundation
import Hummingbird
import UseCases
import WebCore

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

/// The endpoints of a tenant's audit.
struct AuditEndpoints: Sendable {
    let audit: AuditReading

    func add(to routes: Routes<APIContext>) {
        routes.get("audit", operation: "listAuditEntries", needs: ReadAudit.self, use: list)
    }

    @Sendable private func list(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadAudit>
    ) async throws -> Response {
        var fields = try request.programQueryFields()
        let filter = fields.read(AuditInputs.filter)
        let page = fields.read(.page)
        try fields.finish()
        return try await .json(
            ResponseSchema<AuditEntry>.auditEntry.page(audit.page(page, filter: filter, grant: grant))
        )
    }
}
