import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// The pages of releases.
struct ReleaseRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.needs(ReadEvents.self).get("releases", use: list)
        routes.needs(ReadEvents.self).get("releases/release", use: show)
    }

    private func list(_ call: Call<ReadEvents>) async throws -> Response {
        var query = try call.request.queryFields()
        let wanted = query.pageRequest()
        try query.finish(.ignored)
        let page = console.page(call.context)
        let releases = try await console.services.releases.page(wanted, grant: call.grant)
        return await page.response(ReleaseListView(releases, page))
    }

    private func show(_ call: Call<ReadEvents>) async throws -> Response {
        var query = try call.request.queryFields()
        let version = query.text("version", maximum: EventLimits.dimensionBytes)
        // A text that no release can have names none.
        guard query.problems.isEmpty else { throw DomainError.notFound(.release) }
        let page = console.page(call.context)
        return await page.response(
            ReleaseView(try await console.services.releases.health(of: version, grant: call.grant), page)
        )
    }
}

extension ConsoleFeature {
    static let releases = ConsoleFeature(
        views: [ReleaseListView.self, ReleaseView.self],
        navigation: [
            NavigationEntry(.monitoring, "releases.title", needs: .readEvents) { TenantPaths($0).releases }
        ]
    )
}
