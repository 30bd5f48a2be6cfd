import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// The page of what changed.
struct ChangeRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.needs(ReadEvents.self).get("changes", use: list)
    }

    private func list(_ call: Call<ReadEvents>) async throws -> Response {
        var fields = try call.request.queryFields()
        let wanted = fields.pageRequest()
        let search = ChangeSearch(&fields, in: console.zone(call.context), at: console.now)
        try fields.finish(.ignored)
        let changes = try await console.services.changes.page(
            wanted,
            of: search.query,
            access: call.context.access,
            grant: call.grant
        )
        let page = console.page(call.context)
        return await page.response(ChangeListView(changes, search, page))
    }
}

extension ConsoleFeature {
    static let changes = ConsoleFeature(
        views: [ChangeListView.self],
        navigation: [
            NavigationEntry(.monitoring, "changes.title", needs: .readEvents) { TenantPaths($0).changes }
        ]
    )
}
