import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

/// Several accounts in one browser, with the multi-session plugin.
@Suite struct BrowserSessionTests {
    private let server: AppServer

    init() async throws {
        server = try await AppServer()
        for name in ["Kim", "Lee", "Max", "Nia", "Oda", "Pat"] { try await server.acme.add(name) }
    }

    private func browser(isOn: Bool = true) async throws -> BetterAuthBrowser {
        try await server.acme.set { $0.multiSession = isOn }
        return BetterAuthBrowser(server)
    }

    private func users(_ browser: inout BetterAuthBrowser) async throws -> [String] {
        try await browser.get("multi-session/list-device-sessions").json.arrayValue?.compactMap {
            $0["user"]?["name"]?.stringValue
        } ?? []
    }

    private func handle(_ name: String, _ browser: inout BetterAuthBrowser) async throws -> String {
        let list = try await browser.get("multi-session/list-device-sessions").json.arrayValue ?? []
        return try #require(list.first { $0["user"]?["name"]?.stringValue == name }?["session"]?["token"]?.stringValue)
    }

    private func choose(
        _ handle: String,
        _ call: String,
        _ browser: inout BetterAuthBrowser
    ) async throws -> AppServer.Answer {
        try await browser.post("multi-session/\(call)", #"{"sessionToken":"\#(handle)"}"#)
    }

    private func live(_ name: String) async throws -> Int {
        let page = try await server.acme.services.sessions.page(
            SessionFilter(life: .alive),
            PageRequest(),
            grant: server.acme.system.grant()
        )
        return page.items.count { $0.userName == name }
    }

    @Test func `two users of a browser switch without signing in again`() async throws {
        var browser = try await browser()
        try await browser.signIn("kim@acme.example")
        server.acme.installation.clock.advance(by: .seconds(1))
        try await browser.signIn("lee@acme.example")

        let listed = try await browser.get("multi-session/list-device-sessions")
        let answer = try await choose(try await handle("Kim", &browser), "set-active", &browser)

        #expect(try await users(&browser) == ["Lee", "Kim"])
        #expect(!listed.text.contains("gh_s_"), "no secret comes out to scripts")
        #expect(try answer.status == 200 && answer.json["user"]?["name"]?.stringValue == "Kim", "\(answer.text)")
        #expect(try await browser.user() == "Kim")
        _ = try await choose(try await handle("Lee", &browser), "set-active", &browser)
        #expect(try await browser.user() == "Lee")
    }

    @Test func `a user removed from the browser is signed out, and the next one becomes active`() async throws {
        var browser = try await browser()
        try await browser.signIn("kim@acme.example")
        try await browser.signIn("lee@acme.example")
        let lee = try await handle("Lee", &browser)

        #expect(try await choose(lee, "revoke", &browser).text == #"{"status":true}"#)

        #expect(try await browser.user() == "Kim")
        #expect(try await live("Lee") == 0)
        #expect(try await choose(lee, "revoke", &browser).code == "INVALID_SESSION_TOKEN")
        _ = try await choose(try await handle("Kim", &browser), "revoke", &browser)
        #expect(try await browser.user() == nil && browser.cookies.isEmpty)
    }

    @Test func `a user signed in before multiple accounts were turned on is kept too`() async throws {
        var browser = try await browser(isOn: false)
        try await browser.signIn("kim@acme.example")
        #expect(browser.cookies.count == 1)
        try await server.acme.set { $0.multiSession = true }

        try await browser.signIn("lee@acme.example")

        #expect(Set(try await users(&browser)) == ["Kim", "Lee"])
    }

    @Test func `switching users leaves no session without a cookie`() async throws {
        var browser = try await browser()
        for name in ["kim", "lee", "max", "nia", "oda", "pat"] { try await browser.signIn("\(name)@acme.example") }
        #expect(try await browser.user() == "Pat")

        _ = try await choose(try await handle("Kim", &browser), "set-active", &browser)

        #expect(try await users(&browser).count == 5)
        #expect(try await live("Pat") == 0)
        _ = try await browser.post("sign-out")
        for name in ["Kim", "Lee", "Max", "Nia", "Oda", "Pat"] { #expect(try await live(name) == 0, "\(name)") }
    }

    @Test func `listing the accounts of a browser extends no session`() async throws {
        var browser = try await browser()
        try await browser.signIn("kim@acme.example")
        try await browser.signIn("lee@acme.example")
        let before = try await server.acme.services.sessions.page(
            SessionFilter(),
            PageRequest(),
            grant: server.acme.system.grant()
        ).items
        server.acme.installation.clock.advance(by: .minutes(5))

        _ = try await users(&browser)
        try await server.acme.services.activity.flush()

        let after = try await server.acme.services.sessions.page(
            SessionFilter(),
            PageRequest(),
            grant: server.acme.system.grant()
        ).items
        #expect(
            after.first { $0.userName == "Kim" }?.session.lastSeenAt
                == before.first { $0.userName == "Kim" }?.session.lastSeenAt
        )
    }

    @Test func `an app with a bearer token signs out its own session, whatever cookies it carries`() async throws {
        var browser = try await browser()
        try await browser.signIn("kim@acme.example")
        try await browser.signIn("lee@acme.example")
        let own = try await BetterAuthClient(server).signIn("max@acme.example", password: TestTenant.password)
        let token = try #require(try own.json["token"]?.stringValue)
        let cookies = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")

        let answer = try await BetterAuthClient(server).post(
            "sign-out",
            "{}",
            token: token,
            headers: [.cookie: cookies]
        )

        #expect(answer.status == 200, "\(answer.text)")
        #expect(try await live("Max") == 0)
        #expect(try await live("Kim") == 1)
        #expect(try await live("Lee") == 1)
    }

    @Test func `over https no other host of the domain can set the cookie of one of them`() async throws {
        let server = try await AppServer(isSecure: true)
        try await server.acme.add("Kim")
        try await server.acme.set { $0.multiSession = true }
        var browser = BetterAuthBrowser(server)
        browser.origin = "https://localhost:8080"

        try await browser.signIn("kim@acme.example")

        #expect(
            Set(browser.cookies.keys.map { String($0.prefix(34)) }) == [
                "__Secure-better-auth.session_token", "__Host-better-auth.session_token_m",
            ]
        )
    }

    @Test func `an impersonated user is not one of the accounts of a browser`() async throws {
        let boss = try await server.acme.add("Boss", role: .admin)
        var browser = try await browser()
        try await browser.signIn("boss@acme.example")
        let kim = try #require(
            try await server.acme.services.users.page(
                UserQuery(search: "kim"),
                PageRequest(),
                grant: server.acme.system.grant()
            ).items
                .first
        )
        _ = try await browser.post("admin/impersonate-user", #"{"userId":"\#(kim.user.id)"}"#)
        #expect(try await browser.user() == "Kim")

        #expect(try await users(&browser) == ["Boss"])
        _ = try await choose(try await handle("Boss", &browser), "set-active", &browser)

        #expect(try await browser.user() == "Boss")
        #expect(try await live("Kim") == 0)
        #expect(try await live("Boss") == 1, "\(boss.id)")
        #expect(browser.cookies.count == 2, "\(browser.cookies.keys)")
    }

    @Test func `signing out signs everyone of the browser out`() async throws {
        var browser = try await browser()
        try await browser.signIn("kim@acme.example")
        try await browser.signIn("lee@acme.example")

        let answer = try await browser.post("sign-out")

        #expect(answer.status == 200 && browser.cookies.isEmpty, "\(browser.cookies.keys)")
        #expect(try await live("Kim") == 0)
        #expect(try await live("Lee") == 0)
    }

    @Test func `another site neither chooses nor signs out`() async throws {
        var browser = try await browser()
        try await browser.signIn("kim@acme.example")
        try await browser.signIn("lee@acme.example")
        let kim = try await handle("Kim", &browser)

        for origin in [nil, "https://evil.example"] {
            browser.origin = origin
            #expect(try await choose(kim, "set-active", &browser).status == 403)
            #expect(try await choose(kim, "revoke", &browser).status == 403)
            let acting = browser.cookies[BetterAuthBrowser.sessionCookie]
            browser.set(BetterAuthBrowser.sessionCookie, to: nil)
            #expect(try await browser.post("sign-out").status == 403)
            browser.set(BetterAuthBrowser.sessionCookie, to: acting)
        }
        #expect(try await live("Kim") == 1)
        #expect(try await browser.user() == "Lee")
    }

    @Test func `only an account of the browser can be chosen, and forged or moved cookies are rejected`() async throws {
        var browser = try await browser()
        try await browser.signIn("kim@acme.example")
        let lee = try await server.acme.signIn(
            try #require(
                try await server.acme.services.users.page(
                    UserQuery(search: "lee"),
                    PageRequest(),
                    grant: server.acme.system.grant()
                )
                .items.first?.user
            )
        )
        let id = lee.session.id.description

        #expect(try await choose(id, "set-active", &browser).code == "INVALID_SESSION_TOKEN")
        #expect(try await choose(lee.token.text, "set-active", &browser).code == "INVALID_SESSION_TOKEN")
        browser.set("\(BetterAuthBrowser.sessionCookie)_multi-\(id)", to: "\(lee.token.text).AAAA")
        #expect(try await choose(id, "set-active", &browser).code == "INVALID_SESSION_TOKEN")
        browser.set(
            "\(BetterAuthBrowser.sessionCookie)_multi-\(id)",
            to: browser.cookies[BetterAuthBrowser.sessionCookie]
        )
        #expect(
            try await choose(id, "set-active", &browser).code == "INVALID_SESSION_TOKEN",
            "Kim's cookie under Lee's name"
        )
        #expect(try await browser.post("multi-session/set-active").status == 400)
    }

    @Test func `a browser keeps five users, with one cookie each`() async throws {
        var browser = try await browser()
        for name in ["kim", "lee", "max", "nia", "oda", "kim", "pat"] {
            server.acme.installation.clock.advance(by: .seconds(1))
            try await browser.signIn("\(name)@acme.example")
        }

        #expect(try await browser.user() == "Pat")
        #expect(browser.cookies.count <= 1 + BetterAuthMultiSession.maximum)
        #expect(try await users(&browser).prefix(2) == ["Pat", "Kim"])
    }

    @Test func `a session cookie stays a session cookie after switching users`() async throws {
        var browser = try await browser()
        try await browser.signIn("kim@acme.example", isRemembered: false)
        try await browser.signIn("lee@acme.example")

        let answer = try await choose(try await handle("Kim", &browser), "set-active", &browser)

        #expect(answer.headers[.setCookie]?.contains("Max-Age") == false, "\(answer.headers)")
    }

    @Test func `ended sessions are not listed, and an app without cookies has none`() async throws {
        var browser = try await browser()
        try await browser.signIn("kim@acme.example")
        try await browser.signIn("lee@acme.example")
        _ = try await server.acme.services.sessions.end(SessionFilter(), grant: server.acme.system.grant())

        #expect(try await users(&browser).isEmpty)
        #expect(try await BetterAuthClient(server).get("multi-session/list-device-sessions").text == "[]")
    }

    @Test func `where it is switched off nothing is kept, and nothing is there`() async throws {
        var browser = try await browser(isOn: false)
        try await browser.signIn("kim@acme.example")
        try await browser.signIn("lee@acme.example")

        #expect(browser.cookies.count == 1)
        #expect(try await browser.get("multi-session/list-device-sessions").status == 404)
        #expect(try await choose("x", "set-active", &browser).status == 404)
    }
}
