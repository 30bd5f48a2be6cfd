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

@Suite struct SignInTests {
    @Test func `the right password signs a member in, with a cookie for http`() async throws {
        let site = try await ConsoleSite()
        var browser = site.browser

        let answer = try await browser.send(
            "/sign-in",
            on: "/sign-in",
            ["email": "ada@acme.example", "password": TestTenant.password]
        )

        #expect(answer.status == .seeOther)
        #expect(answer.location == "/t/acme")
        let cookie = try #require(answer.headers[values: .setCookie].first { $0.hasPrefix("gh=") })
        #expect(cookie.contains("; Path=/; HttpOnly; SameSite=Lax"))
        #expect(!cookie.contains("Secure"))
        #expect(try await browser.open("/t/acme/roles").status == .ok)
    }

    @Test func `over https the cookie belongs to this host and to https alone`() async throws {
        let site = try await ConsoleSite(isSecure: true)
        var browser = site.browser

        let answer = try await browser.send(
            "/sign-in",
            on: "/sign-in",
            ["email": "ada@acme.example", "password": TestTenant.password]
        )

        let cookie = try #require(answer.headers[values: .setCookie].first { $0.hasPrefix("__Host-gh=") })
        #expect(cookie.contains("; Path=/; HttpOnly; SameSite=Lax; Secure"))
        #expect(!cookie.contains("Domain"))
        #expect(answer.headers[.strictTransportSecurity] != nil)
        #expect(try await browser.open("/t/acme/roles").status == .ok)
    }

    @Test func `a wrong password is refused, and what was typed stays but for the password`() async throws {
        let site = try await ConsoleSite()
        var browser = site.browser

        let answer = try await browser.send(
            "/sign-in",
            on: "/sign-in",
            ["email": "ada@acme.example", "password": "misspelt <password> here", "tenant": "acme"]
        )

        #expect(answer.status == .unauthorized)
        #expect(answer.html.contains("value=\"ada@acme.example\""))
        #expect(answer.html.contains("value=\"acme\""))
        #expect(!answer.html.contains("misspelt"))
        #expect(browser.cookies["gh"] == nil)
    }

    @Test(arguments: ["vera@acme.example", "nobody@acme.example"])
    func `a user without console access gets the same response as an unknown one`(email: String) async throws {
        let site = try await ConsoleSite()
        try await site.acme.add("Vera", role: .customer)
        var browser = site.browser

        let answer = try await browser.send(
            "/sign-in",
            on: "/sign-in",
            ["email": email, "password": TestTenant.password]
        )

        #expect(answer.status == .unauthorized)
        #expect(answer.html.contains("Email or password is wrong."))
    }

    @Test func `a form without an email is shown again with its problem`() async throws {
        let site = try await ConsoleSite()
        var browser = site.browser

        let answer = try await browser.send(
            "/sign-in",
            on: "/sign-in",
            ["email": "no address", "password": TestTenant.password]
        )

        #expect(answer.status == .unprocessableContent)
        #expect(answer.html.contains("value=\"no address\""))
        #expect(answer.html.contains("This is not an email address"))
    }

    @Test func `an old cookie leads to the sign-in page after signing out`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let old = browser.cookies

        let answer = try await browser.send("/sign-out", on: "/t/acme/roles")
        var thief = browser.with(cookies: old)
        let replayed = try await thief.open("/t/acme/roles")

        #expect(answer.location == "/sign-in")
        #expect(browser.cookies["gh"] == nil)
        #expect(answer.headers[.clearSiteData] == "\"cache\", \"storage\"")
        #expect(replayed.status == .seeOther)
        #expect(replayed.location == "/sign-in?to=%2Ft%2Facme%2Froles")
    }

    @Test func `two session cookies are refused`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let cookie = try #require(browser.cookies["gh"])

        let answer = try await browser.open("/t/acme/roles", headers: [.cookie: "gh=planted; gh=\(cookie)"])

        #expect(answer.status == .badRequest)
    }

    @Test(arguments: [
        ("/t/acme/roles", "/t/acme/roles"), ("/t/acme/audit?actor=x&target=y", "/t/acme/audit?actor=x&target=y"),
        ("//evil.example/", "/t/acme"), ("https://evil.example/", "/t/acme"), ("/\\evil.example", "/t/acme"),
        ("/t//evil.example", "/t/acme"), ("/t/\\evil.example", "/t/acme"), ("/t/a\r\nSet-Cookie: x=y", "/t/acme"),
        ("javascript:alert(1)", "/t/acme"), ("/sign-out", "/t/acme"), ("/t/../sign-out", "/t/acme"),
        ("/t/acme/%2E%2e/%2e./sign-out?x=y", "/t/acme"), ("/t/acme/audit?target=a/../b", "/t/acme/audit?target=a/../b"),
    ])
    func `the way back after signing in never leaves the console`(to: String, expected: String) async throws {
        let site = try await ConsoleSite()
        var browser = site.browser
        let page = try await browser.open("/sign-in?to=\(PageAddress.encoded(to))")
        let form = try #require(page.forms.first { $0.action.hasPrefix("/sign-in") })

        let answer = try await browser.send(
            form.action,
            on: page,
            ["email": "ada@acme.example", "password": TestTenant.password]
        )

        #expect(answer.status == .seeOther)
        #expect(answer.location == expected)
    }

    @Test func `guesses are slowed down`() async throws {
        let site = try await ConsoleSite()
        var browser = site.browser
        let page = try await browser.open("/sign-in")
        var answers: [ConsolePage] = []

        for _ in 0..<11 {
            answers.append(
                try await browser.send(
                    "/sign-in",
                    on: page,
                    ["email": "ada@acme.example", "password": "a wrong guess"]
                )
            )
        }

        #expect(answers.prefix(10).allSatisfy { $0.status == .unauthorized })
        let last = try #require(answers.last)
        #expect(last.status == .tooManyRequests)
        #expect(try #require(last.headers[.retryAfter].flatMap { Int($0) }) > 0)
        #expect(last.html.contains("value=\"ada@acme.example\""))
        #expect(last.form("/sign-in") != nil)
    }
}
