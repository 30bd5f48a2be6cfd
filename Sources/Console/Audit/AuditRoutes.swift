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
        routes.needs(ReadAudit.self).get("audit", use: list)
    }

    private func list(_ call: Call<ReadAudit>) async throws -> Response {
        let page = console.page(call.context)
        var search = AuditSearch()
        do {
            var query = try call.request.queryFields()
            let wanted = query.pageRequest()
            try await search.read(&query, console.services.users, call.context.access)
            try query.finish(.ignored)
            let entries = try await console.services.audit.page(wanted, filter: search.filter, grant: call.grant)
            return try await page.response(AuditListView(answer(entries, search, call.grant, page), page))
        } catch DomainError.invalid(let problems) {
            search.problems = FormProblems(problems, page.texts)
            let nothing = Page<AuditEntry>(items: [], next: nil)
            let list = try await answer(nothing, search, call.grant, page)
            return await page.response(AuditListView(list, page), status: .unprocessableContent)
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
            verification: console.services.audit.verification(grant: grant),
            search: search,
            names: try await console.auditNames(of: entries.items, page.access, page.texts)
        )
    }
}

extension ConsoleFeature {
    static let audit = ConsoleFeature(
        views: [AuditListView.self],
        navigation: [NavigationEntry(.tenant, "audit.title", needs: .readAudit) { TenantPaths($0).audit }]
    )
}
