import Domain
import Hummingbird
import StrictJSON
import Testing

@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct ReservedSlugTests {
    /// The constants of paths at the place where another path has the slug of a tenant.
    private func constants(_ routes: [RouteDescription]) -> Set<String> {
        let paths = routes.map { $0.path.split(separator: "/") }
        var found: Set<String> = []
        for path in paths {
            guard let place = path.firstIndex(where: { $0 == "{tenant}" || $0 == ":tenant" }) else { continue }
            for other in paths where other.count > place && other.prefix(place) == path.prefix(place) {
                if let slug = Tenant.Slug(String(other[place])) { found.insert(slug.description) }
            }
        }
        return found
    }

    @Test func `a slug that a path of our own would hide is reserved`() async throws {
        let pages = try await ConsoleSite().list.routes
        let api = try await Site().list.routes

        #expect(constants(pages) == Tenant.Slug.reserved)
        #expect(constants(api).isSubset(of: Tenant.Slug.reserved))
    }

    @Test func `the API refuses it by name`() async throws {
        let site = try await Site()

        let answer = try await site.send(
            .post,
            "/api/v1/tenants",
            as: site.operatorCookie(),
            json: ["slug": "new", "name": "New"]
        )

        #expect(answer.status == 422)
        #expect(answer.fields == ["slug"])
        #expect(answer.text.contains("Choose another."))
    }
}
