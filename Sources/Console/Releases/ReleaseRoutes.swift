import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The pages of releases, and of what else changed.
struct ReleaseRoutes {
    /// The number of changes that the list shows.
    static let changes = 20

    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.get("releases", needs: ReadEvents.self, use: list)
        routes.get("releases/release", needs: ReadEvents.self, use: show)
    }

    @Sendable private func list(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        var query = try request.queryFields()
        let wanted = query.pageRequest()
        try query.finish(.ignored)
        let page = try await console.page(context)
        let list = ReleaseList(
            releases: try await console.services.releases.page(wanted, grant: grant),
            changes: try await console.services.changes.page(
                PageRequest(limit: Self.changes),
                access: context.access,
                grant: grant
            ).items
        )
        return page.response(ReleaseListView(list, page))
    }

    @Sendable private func show(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        var query = try request.queryFields()
        let version = query.text("version", maximum: EventLimits.dimensionBytes)
        // A text that no release can have names none.
        guard query.problems.isEmpty else { throw DomainError.notFound(.release) }
        let page = try await console.page(context)
        return page.response(ReleaseView(try await console.services.releases.health(of: version, grant: grant), page))
    }
}

extension ConsoleFeature {
    static let releases = ConsoleFeature(
        views: [ReleaseListView.self, ReleaseView.self],
        navigation: [
            NavigationEntry(.monitoring, "navigation.releases", needs: .readEvents) { TenantPaths($0).releases }
        ]
    )
}
