import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// The start page of a tenant: whether sign-in works.
struct OverviewRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.needs(ReadEvents.self).get("overview", use: show)
    }

    private func show(_ call: Call<ReadEvents>) async throws -> Response {
        let query = try call.request.queryFields()
        // Whoever is on call is shown what there is, whatever the address says.
        let period = OverviewPeriod(rawValue: query.typed("range")) ?? .standard
        try query.finish(.ignored)
        let page = console.page(call.context)
        let overview = await console.services.overview.overview(period, access: call.context.access, grant: call.grant)
        return await page.response(OverviewView(overview, page))
    }
}

extension ConsoleFeature {
    static let overview = ConsoleFeature(
        views: [OverviewView.self],
        navigation: [
            NavigationEntry(.monitoring, "overview.title", needs: .readEvents) { TenantPaths($0).overview }
        ]
    )
}
