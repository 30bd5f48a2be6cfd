import Domain
import FakeApple
import Fixtures
import Foundation
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

/// Signing in by Apple's page in a browser: from the app to Apple, and back with a form.
@Suite struct AppleWebFlowTests {
    /// What a browser has after the app sent it to Apple.
    private struct Try {
        let address: URLComponents
        let cookie: String

        func query(_ name: String) -> String { address.queryItems?.first { $0.name == name }?.value ?? "" }
    }

    private static let web = AppleApp.otherApp

    private func app(_ edit: @escaping @Sendable (inout TenantSettings) -> Void = { _ in }) async throws -> AppleApp {
        let app = try await AppleApp(settings: edit)
        try await app.acme.connectApple(
            [AppleApp.app, Self.web],
            teamID: app.team.teamID,
            keyID: app.team.keyID,
            privateKey: app.team.privateKey,
            webClientID: Self.web
        )
        return app
    }

    private func begin(
        _ app: AppleApp,
        _ more: String = #","callbackURL":"/home?a=1","errorCallbackURL":"/oops#top""#
    ) async throws -> Try {
        let answer = try await BetterAuthClient(app.server).post("sign-in/social", #"{"provider":"apple"\#(more)}"#)
        let text = try #require(try answer.json["url"]?.stringValue, "\(answer.text)")
        let cookie = try #require(answer.headers[.setCookie]?.split(separator: ";").first.map(String.init))
        #expect(try answer.json["redirect"] == true && answer.headers[.location] == text)
        return Try(address: try #require(URLComponents(string: text)), cookie: cookie)
    }

    /// What Apple's page would make the browser post.
    private func form(
        _ app: AppleApp,
        _ started: Try,
        nonce: String? = nil,
        user: String? = nil
    ) throws -> [(String, String)] {
        let token = try app.apple.identityToken(of: app.ada, for: Self.web, nonce: nonce ?? started.query("nonce"))
        let code = app.apple.authorizationCode(
            for: app.ada,
            clientID: Self.web,
            redirectURI: started.query("redirect_uri"),
            nonce: started.query("nonce")
        )
        return [("state", started.query("state")), ("code", code), ("id_token", token)]
            + (user.map { [("user", $0)] } ?? [])
    }

    private func post(
        _ app: AppleApp,
        _ form: [(String, String)],
        cookie: String?,
        at slug: String = "acme"
    ) async throws -> AppServer.Answer {
        let body = form.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        var headers: HTTPFields = [
            .contentType: "application/x-www-form-urlencoded", .origin: "https://appleid.apple.com",
        ]
        if let cookie { headers[.cookie] = cookie }
        return try await app.server.send(.post, "/t/\(slug)/apple/callback", headers: headers, body: Array(body.utf8))
    }

    @Test func `a browser is redirected to Apple and back, signed in, to the URL of the app`() async throws {
        let app = try await app()
        let started = try await begin(app)
        #expect(started.address.path == "/auth/authorize" && started.query("client_id") == Self.web)
        #expect(started.query("response_mode") == "form_post" && started.query("scope") == "name email")
        #expect(started.query("redirect_uri").hasSuffix("/t/acme/apple/callback"))

        let user = #"{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"mallory@example.com"}"#
        let answer = try await post(app, try form(app, started, user: user), cookie: started.cookie)

        #expect(answer.status == 303 && answer.headers[.location] == "/home?a=1", "\(answer.text)")
        let cookies = answer.headers[values: .setCookie]
        let session = try #require(
            cookies.first { $0.hasPrefix("better-auth.session_token=") }?.split(separator: ";").first
        )
        let me = try await BetterAuthClient(app.server).get("get-session", headers: [.cookie: String(session)])
        #expect(
            try me.json["user"]?["name"] == "Ada Lovelace" && me.json["user"]?["email"] == "ada@example.com",
            "\(me.text)"
        )
        // The code was exchanged with the address that it was made for.
        #expect(app.apple.liveRefreshTokens == 1)
        #expect(cookies.contains { $0.hasPrefix("gatehouse.apple=;") })
    }

    @Test func `an answer is good once, for ten minutes, in the browser where it began, and at its own tenant`()
        async throws
    {
        let app = try await app()
        let (first, second, late) = (try await begin(app), try await begin(app), try await begin(app))
        let answer = try form(app, first)

        let foreign = try await post(app, answer, cookie: second.cookie)
        let bare = try await post(app, answer, cookie: nil)
        let elsewhere = try await post(app, answer, cookie: first.cookie, at: "globex")
        let good = try await post(app, answer, cookie: first.cookie)
        let again = try await post(app, answer, cookie: first.cookie)
        app.clock.advance(by: .minutes(11))
        let slow = try await post(app, try form(app, late), cookie: late.cookie)

        #expect(good.status == 303)
        for answer in [foreign, bare, elsewhere, again, slow] {
            #expect(
                answer.status == 400 && answer.code == "apple_flow_unknown" && answer.headers[.setCookie] == nil,
                "\(answer.text)"
            )
        }
        #expect(try await app.users().count == 1)
    }

    @Test func `the token of a flow signs in nowhere else with the nonce that is in it`() async throws {
        let app = try await app()
        let started = try await begin(app)
        let nonce = started.query("nonce")
        let token = try app.apple.identityToken(of: app.ada, for: Self.web, nonce: nonce)

        let social = try await app.signIn(token, adding: ["nonce": .string(nonce)])
        let grant = try await app.signInByGrant(token, adding: ["nonce": .string(nonce)])
        let own = try await post(app, [("state", started.query("state")), ("id_token", token)], cookie: started.cookie)

        #expect(social.status == 401 && social.code == "INVALID_TOKEN", "\(social.text)")
        #expect(try grant.status == 400 && grant.json["error"] == "invalid nonce", "\(grant.text)")
        #expect(own.status == 303 && own.headers[.location] == "/home?a=1", "\(own.headers)")
        #expect(try await app.users().count == 1)
    }

    @Test func `an address brings only so many answers`() async throws {
        let app = try await app()

        var statuses: [Int] = []
        for number in 0..<61 {
            statuses.append(try await post(app, [("state", "unknown-\(number)")], cookie: nil).status)
        }

        #expect(statuses.prefix(60).allSatisfy { $0 == 400 } && statuses.last == 429)
    }

    @Test func `a tenant that was suspended meanwhile creates no account and no session`() async throws {
        let app = try await app()
        let started = try await begin(app)
        _ = try await app.acme.services.tenants.suspend(
            app.acme.tenant.id,
            grant: app.acme.installation.installationGrant
        )

        let answer = try await post(app, try form(app, started), cookie: started.cookie)

        #expect(
            answer.status == 303 && answer.headers[.location] == "/oops?error=provider_not_found#top",
            "\(answer.headers)"
        )
        #expect(!answer.headers[values: .setCookie].contains { $0.hasPrefix("better-auth") })
        #expect(try await app.users().isEmpty)
    }

    @Test func `a token of another flow is rejected, and the app gets the reason`() async throws {
        let app = try await app()
        let started = try await begin(app)

        let answer = try await post(app, try form(app, started, nonce: "of another try"), cookie: started.cookie)

        #expect(
            answer.status == 303 && answer.headers[.location] == "/oops?error=invalid_token#top",
            "\(answer.headers)"
        )
        #expect(try await app.users().isEmpty)
    }

    @Test func `a user who was disabled is redirected back with the reason`() async throws {
        let app = try await app()
        let first = try await begin(app)
        _ = try await post(app, try form(app, first), cookie: first.cookie)
        let user = try #require(try await app.users().first)
        _ = try await app.acme.services.users.disable(user.id, grant: app.acme.system.grant())
        let started = try await begin(app)

        let answer = try await post(app, try form(app, started), cookie: started.cookie)

        #expect(answer.status == 303 && answer.headers[.location] == "/oops?error=account_disabled#top")
        #expect(!answer.headers[values: .setCookie].contains { $0.hasPrefix("better-auth") })
    }

    @Test func `a user who cancels at Apple is redirected back without a session`() async throws {
        let app = try await app()
        let started = try await begin(app, #","callbackURL":"/home?a=1""#)

        let answer = try await post(
            app,
            [("state", started.query("state")), ("error", "user_cancelled_authorize")],
            cookie: started.cookie
        )

        #expect(answer.status == 303 && answer.headers[.location] == "/home?a=1&error=user_cancelled_authorize")
        #expect(!answer.headers[values: .setCookie].contains { $0.hasPrefix("better-auth") })
    }

    @Test func `a redirect to a foreign site is rejected, and so is a flow without a Services ID`()
        async throws
    {
        let app = try await app()
        let client = BetterAuthClient(app.server)

        for member in ["callbackURL", "errorCallbackURL"] {
            let answer = try await client.post(
                "sign-in/social",
                #"{"provider":"apple","\#(member)":"https://good@evil.example/"}"#
            )
            #expect(answer.status == 403 && answer.code == "INVALID_CALLBACK_URL", "\(answer.text)")
        }
        try await app.connect(app.acme, [AppleApp.app])
        let pageless = try await client.post("sign-in/social", #"{"provider":"apple","callbackURL":"/"}"#)
        #expect(pageless.status == 404 && pageless.code == "PROVIDER_NOT_FOUND")
    }

    @Test func `for a tenant that keeps nothing personal Apple is asked for nothing personal`() async throws {
        let app = try await app { $0.isAnonymous = true }
        let started = try await begin(app)

        let answer = try await post(app, try form(app, started), cookie: started.cookie)

        #expect(started.query("scope").isEmpty && started.query("response_mode") == "form_post")
        #expect(answer.status == 303)
        #expect(try await app.users().allSatisfy { $0.email == nil && $0.name == nil })
    }

    @Test func `unfinished flows are rate limited, so that they cannot fill the database`() async throws {
        let app = try await app()
        for _ in 1...30 { _ = try await begin(app) }

        let answer = try await BetterAuthClient(app.server).post("sign-in/social", #"{"provider":"apple"}"#)

        #expect(answer.status == 429 && answer.headers[.retryAfter] != nil)
        app.clock.advance(by: .minutes(11))
        #expect(try await app.acme.installation.stores.apple.forgetFlows(before: app.clock.now, limit: 100) == 30)
    }

    @Test func `over https the browser's secret is sent with Apple's form, and no other site can set it`() async throws
    {
        let secure = AppleFlowCookie.setting("secret", isSecure: true).headerValue
        let plain = AppleFlowCookie.setting("secret", isSecure: false).headerValue

        #expect(
            secure.hasPrefix("__Host-gatehouse.apple=secret;") && secure.contains("SameSite=None")
                && secure.contains("Secure")
        )
        #expect(secure.contains("HttpOnly") && plain.contains("SameSite=Lax"))
    }
}
