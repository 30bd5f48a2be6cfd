import Domain
import Hummingbird
import UseCases
import WebCore

/// The endpoints of releases of the tenant's app.
struct ReleaseEndpoints: Sendable {
    let releases: ReleaseReading

    func add(to routes: Routes<APIContext>) {
        routes.needs(ReadEvents.self).get("releases", operation: "listReleases", use: list)
        routes.needs(ReadEvents.self).get("releases/{release}", operation: "getRelease", use: read)
    }

    private func list(_ call: APICall<ReadEvents>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let page = fields.read(.page)
        try fields.finish()
        return try await .json(ResponseSchema<ReleaseSummary>.release.page(releases.page(page, grant: call.grant)))
    }

    private func read(_ call: APICall<ReadEvents>) async throws -> Response {
        let version = try call.id("release", of: .release, as: String.self)
        return try await .json(
            ResponseSchema<ReleaseHealth>.releaseHealth.json(releases.health(of: version, grant: call.grant))
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
