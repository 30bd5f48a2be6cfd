import Domain
import Fixtures
import HTTPTypes
import Testing

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct PageHeaderTests {
    @Test(arguments: [
        "/sign-in", "/t/acme/roles", "/t/acme/audit", "/t/acme/keys", "/t/acme/nothing", "/nowhere", "/t/globex/roles",
    ])
    func `no page can be cached, framed or run inline scripts`(path: String) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open(path)

        let headers = page.headers
        #expect(headers[.contentType] == "text/html; charset=utf-8")
        #expect(headers[.cacheControl] == "no-store")
        #expect(headers[.xContentTypeOptions] == "nosniff")
        #expect(headers[.referrerPolicy] == "no-referrer")
        let policy = try #require(headers[.contentSecurityPolicy])
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(page.html.matches(of: #/<script(?![^>]*src=)|<style|\sstyle=|\son[a-z]+=|javascript:/#).isEmpty)
    }

    @Test func `the chosen appearance stays, and leads back to the page`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let answer = try await browser.send("/theme", on: "/t/acme/roles", ["theme": "dark"])
        let page = try await browser.open("/t/acme/roles")

        #expect(answer.location == "/t/acme/roles")
        #expect(page.html.contains("data-theme=\"dark\""))
    }

    @Test func `after a form that came back the appearance leads to a page that can be opened`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let user = "/t/acme/users/\(site.vic.id)"

        let role = try await browser.send("\(user)/role", on: user, ["role": "emperor"])
        let creation = try await browser.send(
            "/t/acme/users",
            on: "/t/acme/users/new",
            ["name": "", "email": "no", "role": "driver"]
        )

        for (page, place) in [(role, user), (creation, "/t/acme/users")] {
            #expect(page.status == .unprocessableContent)
            let answer = try await browser.send("/theme", on: page, ["theme": "dark"])
            #expect(answer.location == place)
            #expect(try await browser.open(place).status == .ok)
        }
    }

    @Test(arguments: ["https://evil.example/", "//evil.example", "/sign-out"])
    func `choosing an appearance never leaves the console`(place: String) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let page = try await browser.open("/t/acme/roles")
        let token = try #require(page.form("/theme")?.token)

        let answer = try await browser.post("/theme", hidden: [("csrf", token)], ["theme": "light", "return": place])

        #expect(answer.location == "/")
    }

    @Test func `a planted appearance or notice says nothing`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        var planted = browser.cookies
        planted["gh-theme"] = "\"onload"
        planted["gh-flash"] = "<script>"
        planted["zone"] = "../../etc"
        browser = browser.with(cookies: planted)

        let page = try await browser.open("/t/acme/roles")

        #expect(page.status == .ok)
        #expect(page.html.contains("data-theme=\"auto\""))
        #expect(!page.html.contains("onload"))
        #expect(!page.html.contains("etc"))
    }

    @Test func `what was just done is said once`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        _ = try await browser.send(
            "/t/acme/roles",
            on: "/t/acme/roles/new",
            ["title": "Support", "name": "support", "rank": "40"]
        )

        let first = try await browser.open("/t/acme/roles")
        let second = try await browser.open("/t/acme/roles")

        #expect(first.html.contains("Role created."))
        #expect(!second.html.contains("Role created."))
    }
}
