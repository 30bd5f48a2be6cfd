import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The pages of the audit log.
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
        let page = try await console.page(context)
        var search = AuditSearch()
        do {
            var query = try request.queryFields()
            let wanted = query.pageRequest()
            try await search.read(&query, console.services.users, context.access)
            try query.finish(.ignored)
            let entries = try await console.services.audit.page(wanted, filter: search.filter, grant: grant)
            return page.response(AuditListView(try await answer(entries, search, grant, page), page))
        } catch DomainError.invalid(let problems) {
            search.problems = FormProblems(problems, page.texts)
            let nothing = Page<AuditEntry>(items: [], next: nil)
            let list = try await answer(nothing, search, grant, page)
            return page.response(AuditListView(list, page), status: .unprocessableContent)
        }
    }

    private func answer(
        _ entries: Page<AuditEntry>,
        _ search: AuditSearch,
        _ grant: Grant<ReadAudit>,
        _ page: TenantPage
    ) async throws -> AuditList {
        AuditList(
            entries: entries,
            head: try await console.services.audit.head(grant: grant),
            search: search,
            names: try await AuditNames(entries.items, console.services, page.access, page.texts)
        )
    }
}

extension ConsoleFeature {
    static let audit = ConsoleFeature(
        views: [AuditListView.self],
        navigation: [NavigationEntry(.tenant, "navigation.audit", needs: .readAudit) { TenantPaths($0).audit }]
    )
}
