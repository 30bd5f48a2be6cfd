import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The start page of a tenant: whether sign-in works.
struct OverviewRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.get("overview", needs: ReadEvents.self, use: show)
    }

    @Sendable private func show(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        let query = try request.queryFields()
        // Whoever is on call is shown what there is, whatever the address says.
        let period = OverviewPeriod(rawValue: query.typed("range")) ?? OverviewView.standard
        try query.finish(.ignored)
        let page = try await console.page(context)
        let overview = await console.services.overview.overview(period, access: context.access, grant: grant)
        return page.response(OverviewView(overview, page))
    }
}

extension ConsoleFeature {
    static let overview = ConsoleFeature(
        views: [OverviewView.self],
        navigation: [
            NavigationEntry(.monitoring, "navigation.overview", needs: .readEvents) { TenantPaths($0).overview }
        ]
    )
}
