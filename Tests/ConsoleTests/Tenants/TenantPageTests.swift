import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

@Suite struct TenantPageTests {
    @Test func `a new tenant's keys are shown once`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.operatorBrowser()

        let created = try await browser.send("/tenants", on: "/tenants/new", ["name": "Initech", "slug": "initech"])
        let later = try await browser.open("/tenants/initech")

        #expect(created.status == .ok)
        #expect(created.headers[.cacheControl] == "no-store")
        for prefix in ["gh_pk_", "gh_ik_", "gh_sk_"] {
            #expect(created.html.contains("value=\"\(prefix)"))
            #expect(!later.html.contains(prefix))
        }
        #expect(created.html.contains(#/value="http://[0-9a-f]{32}@gatehouse.example/3"/#))
        #expect(later.status == .ok)
    }

    @Test(arguments: [
        ("", "initech", "Required."), ("Initech", "In itech", "lower-case letters"),
        ("Initech", "acme", "Another tenant has this slug"), ("Initech", "new", "Choose another."),
    ])
    func `a tenant that cannot be is asked for again, with what was typed`(
        name: String,
        slug: String,
        sentence: String
    ) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.operatorBrowser()

        let answer = try await browser.send("/tenants", on: "/tenants/new", ["name": name, "slug": slug])

        #expect([409, 422].contains(answer.status.code))
        #expect(answer.html.contains(sentence))
        #expect(answer.html.contains("value=\"\(slug)\""))
        #expect(answer.form("/tenants") != nil)
    }

    @Test func `suspending a tenant asks for confirmation and locks its users out`() async throws {
        let site = try await ConsoleSite()
        var member = try await site.browser(of: site.ada)
        var browser = try await site.operatorBrowser()
        let question = try await browser.open("/tenants/acme/suspension")

        #expect(try await member.open("/t/acme/roles").status == .ok)
        let answer = try await browser.send("/tenants/acme/suspension", on: question)
        #expect(answer.location == "/tenants/acme")
        #expect(try await member.open("/t/acme/roles").location?.hasPrefix("/sign-in") == true)
        #expect(try await browser.open("/tenants/acme").html.contains("Tenant suspended."))

        _ = try await browser.send("/tenants/acme/activation", on: "/tenants/acme/activation")
        #expect(try await member.open("/t/acme/roles").status == .ok)
    }

    @Test func `a tenant is renamed, and gets and loses a host name`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.operatorBrowser()

        _ = try await browser.send("/tenants/acme/name", on: "/tenants/acme", ["name": "Acme & Sons"])
        let wrong = try await browser.send("/tenants/acme/hosts", on: "/tenants/acme", ["host": "not a host"])
        _ = try await browser.send("/tenants/acme/hosts", on: "/tenants/acme", ["host": "login.acme.example"])
        let taken = try await browser.send(
            "/tenants/globex/hosts",
            on: "/tenants/globex",
            ["host": "login.acme.example"]
        )
        let page = try await browser.open("/tenants/acme")
        _ = try await browser.send("/tenants/acme/hosts/login.acme.example/removal", on: page)

        #expect(wrong.status == .unprocessableContent)
        #expect(wrong.html.contains("value=\"not a host\""))
        #expect(wrong.html.contains("<a href=\"#field-host\">Domain: "))
        #expect(taken.status == .conflict)
        #expect(taken.html.contains("<a href=\"#field-host\">"))
        #expect(page.html.contains("Acme &amp; Sons"))
        #expect(page.html.contains("login.acme.example"))
        #expect(!(try await browser.open("/tenants/acme")).html.contains("login.acme.example"))
    }

    @Test(arguments: ["/tenants", "/tenants/new", "/tenants/acme", "/tenants/globex", "/tenants/globex/suspension"])
    func `an administrator of one tenant sees nothing of the installation`(path: String) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let answer = try await browser.open(path)

        #expect(answer.status == .forbidden)
        #expect(!answer.html.contains("Globex"))
    }

    @Test func `an operator's entry is audited, and unknown tenants are not found`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.operatorBrowser()

        let inside = try await browser.open("/t/acme/roles")
        _ = try await browser.open("/t/acme/audit")

        #expect(inside.status == .ok)
        #expect(try await site.audit().filter { $0.action == .tenantEntered }.count == 1)
        #expect(try await browser.open("/tenants/nobody").status == .notFound)
        #expect(try await browser.open("/t/nobody/roles").status == .notFound)
    }
}
