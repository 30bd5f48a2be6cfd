import Domain
import Fixtures
import HTTPTypes
import Hummingbird
import NIOCore
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

/// Forms of the console sent by another site or another browser. None may change anything.
@Suite struct FormProtectionTests {
    static let action = "/t/acme/roles"
    static let fields: KeyValuePairs<String, String> = ["title": "Support", "name": "support", "rank": "40"]
    static let ownHeaders: HTTPFields = [.origin: "http://gatehouse.example", .secFetchSite: "same-origin"]

    private func token(
        _ browser: inout ConsoleBrowser,
        of action: String,
        on path: String
    ) async throws -> [(String, String)] {
        let page = try await browser.open(path)
        return try #require(page.form(action)).hidden
    }

    private func expectNoChange(_ site: ConsoleSite) async throws {
        let roles = try await site.services.roles.all(grant: site.acme.system.grant())
        #expect(!roles.contains { $0.role.title == "Support" })
        #expect(try await site.audit().allSatisfy { $0.action != .roleCreated })
    }

    @Test(arguments: [
        ("http://localhost:8080", "localhost:8080", true), ("http://[::1]:8080", "[::1]:8080", true),
        ("http://127.0.0.1:8080", "LOCALHOST:8080", true), ("http://localhost", "localhost:80", true),
        ("http://localhost:8080", "localhost:9090", false), ("http://[::1].evil.example", "[::1].evil.example", false),
        ("http://[::1]evil.example", "[::1]evil.example", false),
        ("http://127.0.0.1.evil.example", "127.0.0.1.evil.example", false),
        ("http://localhost.evil.example", "localhost.evil.example", false),
        ("http://evil.example", "evil.example", false),
        ("http://localhost:8080@evil.example", "localhost:8080@evil.example", false),
        ("https://localhost:8080", "localhost:8080", false),
        ("http://192.0.2.7", "192.0.2.7", false),
    ])
    func `over plain http only local host names are accepted besides the console's own`(
        origin: String,
        host: String,
        isOwn: Bool
    ) {
        let request = Request(
            head: HTTPRequest(
                method: .post,
                scheme: "http",
                authority: host,
                path: "/sign-in",
                headerFields: [.origin: origin]
            ),
            body: RequestBody(buffer: ByteBuffer())
        )
        let trial = PublicAddress(origin: "http://127.0.0.1:8080")

        #expect(((try? SameOriginCheck.verify(request, trial)) != nil) == isOwn)
        #expect((try? SameOriginCheck.verify(request, PublicAddress(origin: "https://id.example.com"))) == nil)
    }

    @Test func `the form that we drew works`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let answer = try await browser.send(Self.action, on: "/t/acme/roles/new", Self.fields)

        #expect(answer.status == .seeOther)
        #expect(answer.location == "/t/acme/roles")
        #expect(try await site.audit().contains { $0.action == .roleCreated })
    }

    @Test func `forms are not sent without end`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let page = try await browser.open("/t/acme/roles/new")
        let token = try #require(browser.cookies[SetCookie.fullName(ConsoleCookie.session, isSecure: false)])
        let consoleUser = try #require(try await site.services.console.authenticationState(token)).consoleUser
        for _ in 0..<120 { try await site.services.selfServiceLimits.take(consoleUser) }

        let answer = try await browser.send(Self.action, on: page, Self.fields)

        #expect(answer.status == .tooManyRequests && answer.headers[.retryAfter] != nil)
        try await expectNoChange(site)
    }

    @Test func `a form without a token changes nothing`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let answer = try await browser.post(Self.action, Self.fields)

        #expect(answer.status == .forbidden)
        try await expectNoChange(site)
    }

    @Test(arguments: ["", "x", "AAAA", "\u{202E}", String(repeating: "a", count: 5000)])
    func `a made-up token changes nothing`(token: String) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let answer = try await browser.post(Self.action, hidden: [("csrf", token)], Self.fields)

        #expect(answer.status == .forbidden)
        try await expectNoChange(site)
    }

    @Test func `a token of another action changes nothing`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let other = try await token(&browser, of: "/sign-out", on: "/t/acme/roles/new")

        let answer = try await browser.post(Self.action, hidden: other, Self.fields)

        #expect(answer.status == .forbidden)
        try await expectNoChange(site)
    }

    @Test func `a token of another browser changes nothing`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        var other = try await site.browser(of: site.ada)
        let theirs = try await token(&other, of: Self.action, on: "/t/acme/roles/new")

        let answer = try await browser.post(Self.action, hidden: theirs, Self.fields)

        #expect(answer.status == .forbidden)
        try await expectNoChange(site)
    }

    @Test(
        arguments: [
            [HTTPField.Name.origin: "http://evil.example"], [.origin: "https://gatehouse.example"],
            [.origin: "http://gatehouse.example.evil"],
            [.secFetchSite: "cross-site"], [.secFetchSite: "same-site"], [.secFetchSite: "none"],
            [.origin: "http://gatehouse.example", .secFetchSite: "cross-site"],
        ] as [HTTPFields]
    )
    func `a form that another site sends changes nothing, whatever token it has`(headers: HTTPFields) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let own = try await token(&browser, of: Self.action, on: "/t/acme/roles/new")

        let answer = try await browser.post(Self.action, hidden: own, Self.fields, headers: headers)

        #expect(answer.status == .forbidden)
        try await expectNoChange(site)
    }

    @Test func `a request without origin headers needs the form token`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let own = try await token(&browser, of: Self.action, on: "/t/acme/roles/new")

        let rejected = try await browser.post(Self.action, Self.fields, headers: [:])
        let accepted = try await browser.post(Self.action, hidden: own, Self.fields, headers: [.origin: "null"])

        #expect(rejected.status == .forbidden)
        #expect(accepted.status == .seeOther && accepted.location == Self.action)
        let roles = try await site.services.roles.all(grant: site.acme.system.grant())
        #expect(roles.count { $0.role.title == "Support" } == 1)
    }

    @Test(arguments: ["application/json", "text/plain", "multipart/form-data; boundary=x"])
    func `a body of another kind changes nothing`(contentType: String) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let own = try await token(&browser, of: Self.action, on: "/t/acme/roles/new")

        let answer = try await browser.post(Self.action, hidden: own, Self.fields, contentType: contentType)

        #expect(answer.status == .unsupportedMediaType)
        try await expectNoChange(site)
    }

    @Test func `opening an address changes nothing`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let own = try await token(&browser, of: Self.action, on: "/t/acme/roles/new")

        let created = try await browser.open("\(Self.action)?title=Support&name=support&rank=40&csrf=\(own[0].1)")
        let signedOut = try await browser.open("/sign-out")

        #expect(created.status == .ok)
        #expect(signedOut.status == .methodNotAllowed)
        #expect(try await browser.open("/t/acme/roles").status == .ok)
        try await expectNoChange(site)
    }

    @Test func `a form sent twice over after signing out and in again asks for a fresh page`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let old = try await token(&browser, of: Self.action, on: "/t/acme/roles/new")
        _ = try await browser.send("/sign-out", on: "/t/acme/roles")
        try await browser.signIn("ada@acme.example")

        let answer = try await browser.post(Self.action, hidden: old, Self.fields)

        #expect(answer.status == .forbidden)
        #expect(answer.html.contains("This form has expired"))
        try await expectNoChange(site)
    }

    @Test func `every change in the console is a form, and is refused without a token`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.operatorBrowser()
        let id = site.ada.id.description

        for route in site.list.routes where route.isWrite && route.area == .console {
            #expect(route.method == .post, "\(route)")
            var path = route.path.replacing("{tenant}", with: "acme").replacing("{host}", with: "a.example").replacing(
                "{role}",
                with: "admin"
            )
            while let start = path.firstIndex(of: "{"), let end = path.firstIndex(of: "}") {
                path.replaceSubrange(start...end, with: id)
            }
            let answer = try await browser.post(path)
            #expect(answer.status == .forbidden, "\(route)")
        }
    }
}
