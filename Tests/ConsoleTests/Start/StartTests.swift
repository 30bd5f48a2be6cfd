import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

@Suite struct StartTests {
    /// A browser of a member of acme with this permission.
    private func browser(_ permissions: [String], _ site: ConsoleSite) async throws -> ConsoleBrowser {
        let name = try #require(Role.Name("clerk"))
        _ = try await site.services.roles.create(
            name: "clerk",
            RoleAdministration.Draft(title: "Clerk", rank: 10, permissions: ["console.enter"] + permissions),
            grant: site.acme.system.grant()
        )
        return try await site.browser(of: site.acme.add("Cleo", role: name))
    }

    @Test(arguments: [
        (["events.read", "users.read"], "/t/acme/overview"), (["users.read", "audit.read"], "/t/acme/users"),
        (["sessions.read", "roles.read"], "/t/acme/sessions"), (["roles.read"], "/t/acme/roles"),
        (["audit.read"], "/t/acme/audit"),
        (["keys.read"], "/t/acme/keys"),
    ])
    func `a tenant begins with the first page that the user may open`(
        permissions: [String],
        page: String
    ) async throws {
        let site = try await ConsoleSite()
        var browser = try await browser(permissions, site)

        #expect(try await browser.open("/").location == "/t/acme")
        #expect(try await browser.open("/t/acme").location == page)
        #expect(try await browser.open(page).status == .ok)
    }

    @Test func `a member without any page sees the reason and can sign out`() async throws {
        let site = try await ConsoleSite()
        var browser = try await browser([], site)

        let page = try await browser.open("/t/acme")

        #expect(page.status == .ok)
        #expect(page.html.contains("your role Clerk can’t open any page"))
        #expect(try await browser.send("/sign-out", on: page).location == "/sign-in")
    }

    @Test(arguments: [
        ("/t/acme/events", HTTPResponse.Status.forbidden), ("/t/acme/nothing", .notFound), ("/nowhere", .notFound),
        ("/t/globex", .notFound),
    ])
    func `an error page for a signed-in member has the navigation and the sign-out button`(
        path: String,
        status: HTTPResponse.Status
    ) async throws {
        let site = try await ConsoleSite()
        var browser = try await browser(["users.read"], site)

        let page = try await browser.open(path)

        #expect(page.status == status)
        #expect(page.html.contains("href=\"/t/acme/users\""))
        #expect(!page.html.contains("href=\"/t/acme/events\""))
        #expect(!page.html.contains("href=\"/t/globex"))
        #expect(try await browser.send("/sign-out", on: page).location == "/sign-in")
    }

    @Test
    func
        `an error page for an operator has the navigation of the tenant, or of the installation`()
        async throws
    {
        let site = try await ConsoleSite()
        var browser = try await site.operatorBrowser()

        let inside = try await browser.open("/t/acme/users/nobody")
        let outside = try await browser.open("/t/globex/nothing")

        #expect(inside.status == .notFound && outside.status == .notFound)
        #expect(inside.html.contains("href=\"/t/acme/users\""))
        #expect(!outside.html.contains("href=\"/t/globex/users\"") && outside.html.contains("href=\"/tenants\""))
        let entries = try await site.services.audit.page(PageRequest(limit: 50), grant: site.globex.system.grant())
            .items
        #expect(!entries.contains { $0.action == .tenantEntered })
    }

    @Test func `a stranger is shown no navigation`() async throws {
        let site = try await ConsoleSite()
        var browser = site.browser

        let page = try await browser.open("/nowhere")

        #expect(page.status == .notFound)
        #expect(!page.html.contains("/sign-out") && !page.html.contains("/t/"))
    }
}
