import Domain
import Hummingbird
import UseCases
import WebCore

/// The endpoints of releases of the tenant's app.
struct ReleaseEndpoints: Sendable {
    let releases: ReleaseReading

    func add(to routes: Routes<APIContext>) {
        routes.get("releases", operation: "listReleases", needs: ReadEvents.self, use: list)
        routes.get("releases/{release}", operation: "getRelease", needs: ReadEvents.self, use: read)
    }

    @Sendable private func list(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        var fields = try request.programQueryFields()
        let page = fields.read(.page)
        try fields.finish()
        return try await .json(ResponseSchema<ReleaseSummary>.release.page(releases.page(page, grant: grant)))
    }

    @Sendable private func read(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadEvents>
    ) async throws -> Response {
        let version = try context.id("release", of: .release, as: String.self)
        return try await .json(
            ResponseSchema<ReleaseHealth>.releaseHealth.json(releases.health(of: version, grant: grant))
        )
    }
}

extension APIOperation {
    static let releaseOperations: [APIOperation] = [
        APIOperation(
            id: "listReleases",
            tag: .events,
            summary: "Lists releases of the app with their health of the last week, latest first",
            query: Input<PageRequest>.descriptions,
            answers: [.ok("A page of releases.", ResponseSchema<ReleaseSummary>.release.namedPage)]
        ),
        APIOperation(
            id: "getRelease",
            tag: .events,
            summary: "Reads a release beside the one before",
            details:
                "The success rates are those of the first hours of both releases, because a release has other users in its first hours than later.",
            answers: [.ok("The release.", ResponseSchema<ReleaseHealth>.releaseHealth.named)]
        ),
    ]
}
