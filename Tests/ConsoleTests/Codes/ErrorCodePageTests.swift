import Domain
import Fixtures
import HTTPTypes
import Testing

@testable import Console
@testable import ConsoleKit
@testable import WebFixtures

@Suite struct ErrorCodePageTests {
    private let path = "/t/acme/error-codes"

    private func deliver(_ domain: String, _ site: ConsoleSite, _ number: Int = 1, code: String = "7") async throws {
        var content = site.acme.event(number).content
        content.error = EventError(domain: domain, code: code)
        try await site.acme.deliver([DecodedEvent(content)])
    }

    @Test func `an administrator makes a rule of an unknown error, and deletes it`() async throws {
        let site = try await ConsoleSite()
        try await deliver("MyApp.SignInError", site)
        var ada = try await site.browser(of: site.ada)

        let list = try await ada.open(path)
        #expect(list.html.contains("MyApp.SignInError 7"))
        let form = try await ada.open("\(path)?domain=MyApp.SignInError&code=7")
        #expect(form.html.contains("value=\"MyApp.SignInError\"") && form.html.contains("value=\"7\""))
        let saved = try await ada.send(
            path,
            on: form,
            ["domain": "MyApp.SignInError", "code": "7", "stage": "", "treat_as": "net.timeout"]
        )

        #expect(saved.status == .seeOther && saved.location == path)
        let after = try await ada.open(path)
        #expect(after.html.contains("rule: net.timeout") && after.html.contains("/t/acme/codes/net.timeout"))
        let removal = try #require(after.html.firstMatch(of: #/\/t\/acme\/error-codes\/[0-9a-f-]{36}\/removal/#))
        let action = String(removal.0)
        let hidden = try #require(after.form(action)).hidden
        let outdated = hidden.map { $0.0 == "version" ? ("version", "7") : $0 }
        let late = try await ada.post(action, hidden: outdated)
        #expect(late.status == .conflict && late.html.contains("role=\"alert\"") && late.form(action) != nil)
        #expect(try await ada.send(action, on: after).location == path)
        #expect(try await !ada.open(path).html.contains("rule: net.timeout"))
    }

    @Test func `the page says when it lists the most frequent errors only`() async throws {
        let site = try await ConsoleSite()
        var ada = try await site.browser(of: site.ada)
        let sentence = "Only the most frequent errors are listed."
        try await deliver("MyApp.SignInError", site)
        #expect(try await !ada.open(path).html.contains(sentence))

        try await site.acme.deliver(
            (0..<210).map { number in
                var event = site.acme.event(10 + number)
                event.content.error = EventError(domain: "MyApp \(number)", code: "7")
                return event
            }
        )

        let page = try await ada.open(path)
        #expect(page.html.contains("id=\"unknown-note\">\(sentence)"))
        #expect(page.html.contains("aria-describedby=\"unknown-note\""))
    }

    @Test func `what was typed is shown again with its problems`() async throws {
        let site = try await ConsoleSite()
        var ada = try await site.browser(of: site.ada)

        let page = try await ada.send(
            path,
            on: path,
            ["domain": "MyApp", "code": "7", "stage": "refresh", "treat_as": ""]
        )

        #expect(page.status == .unprocessableContent)
        #expect(page.html.contains("value=\"MyApp\"") && page.html.contains("Treat as"))
    }

    @Test func `others read, and another tenant sees nothing`() async throws {
        let site = try await ConsoleSite()
        try await deliver("MyApp.SignInError", site)
        var vic = try await site.browser(of: site.vic)
        var theirs = try await site.operatorBrowser()

        let page = try await vic.open(path)

        #expect(page.status == .ok && page.html.contains("MyApp.SignInError 7") && page.form(path) == nil)
        #expect(!page.html.contains("Treat as…"))
        #expect(try await vic.post(path, ["domain": "x", "treat_as": "net.dns"]).status == .forbidden)
        #expect(try await !theirs.open("/t/globex/error-codes").html.contains("MyApp.SignInError"))
        #expect(try await vic.open("/t/globex/error-codes").status == .notFound)
    }

    @Test func `texts of apps stay text, and hidden characters are written out`() async throws {
        let site = try await ConsoleSite()
        try await deliver("<script>alert(1)</script>", site, 1, code: "\"><img src=x>")
        try await deliver("a\u{202E}b", site, 2)
        try await deliver(String(repeating: "long", count: 2000), site, 3)
        var ada = try await site.browser(of: site.ada)

        let page = try await ada.open(path)

        #expect(page.status == .ok && !page.html.contains("<script>alert") && !page.html.contains("<img src=x"))
        #expect(page.html.contains("a\\u{202E}b") && !page.html.utf8.contains(where: { $0 == 0 }))
        #expect(page.html.utf8.count < 200_000)
    }

    @Test func `the page is in French`() async throws {
        let site = try await ConsoleSite()
        try await deliver("MyApp.SignInError", site)
        var ada = try await site.browser(of: site.ada).inFrench

        let page = try await ada.open(path)

        try page.expectFrench("codes", "<h1>Codes d’erreur</h1>", "Créer la règle", "Traiter comme…")
    }
}
