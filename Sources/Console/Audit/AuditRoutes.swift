import ConsoleKit
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Who did what to whom, from where.
struct AuditRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.get("audit", needs: ReadAudit.self, use: list)
    }

    @Sendable private func list(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadAudit>
    ) async throws -> Response {
        var search = AuditSearch()
        do {
            var query = try request.queryFields()
            let wanted = query.pageRequest()
            try await search.read(&query, console.services, context)
            try query.finish(.ignored)
            let entries = try await console.services.audit.page(wanted, filter: search.filter, grant: grant)
            return try await page(entries, search, context, grant)
        } catch DomainError.invalid(let problems) {
            search.problems = FormProblems(problems)
            return try await page(Page(items: [], next: nil), search, context, grant, status: .unprocessableContent)
        }
    }

    private func page(
        _ entries: Page<AuditEntry>,
        _ search: AuditSearch,
        _ context: TenantContext,
        _ grant: Grant<ReadAudit>,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let head = try await console.services.audit.head(grant: grant)
        let names = try await AuditNames(entries.items, console.services, context)
        let frame = try await console.frame("Audit log", at: ConsolePaths.audit(context.tenant.slug), context)
        return console.page(
            AuditListView(entries, head: head, search: search, names: names, frame: frame, console, context),
            context,
            status: status
        )
    }
}
