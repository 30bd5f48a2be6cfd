import Database
import Domain
import FakeApple
import Fixtures
import Foundation
import HTTPTypes
import StrictJSON
import Testing
import UseCases
import WebCore

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

/// `signInWithOAuth` of a Supabase SDK: to Apple's page and back in a browser.
extension HTTPField.Name {
    fileprivate static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest")!
}

@Suite struct GoTrueWebFlowTests {
    private static let back = "https://app.example/back"
    private static let verifier = String(repeating: "v", count: 64)

    private func app() async throws -> AppleApp {
        let app = try await AppleApp {
            $0.methods = [.apple, .password]
            $0.redirects = [Self.back, "coachme://auth"].compactMap { RedirectRule($0) }
        }
        let web = AppleApp.otherApp
        try await app.acme.connectApple(
            [AppleApp.app, web],
            teamID: app.team.teamID,
            keyID: app.team.keyID,
            privateKey: app.team.privateKey,
            webClientID: web
        )
        return app
    }

    /// A browser that an SDK sends to the page; it brings no header.
    private func leave(
        _ app: AppleApp,
        _ more: String = "",
        provider: String = "apple",
        key: Credential? = nil
    ) async throws
        -> AppServer.Answer
    {
        let key = (key ?? app.acme.creation.publishableKey).text
        return try await app.server.send(
            .get,
            "/auth/v1/authorize?provider=\(provider)&redirect_to=\(PercentEncoding.encode(Self.back))&apikey=\(key)\(more)",
            headers: [:]
        )
    }

    private func query(_ address: String?) -> [String: String] {
        let items = URLComponents(string: address ?? "")?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    /// - Returns: where the browser is led from Apple's page.
    private func comeBack(
        _ app: AppleApp,
        _ left: AppServer.Answer,
        to slug: String = "acme",
        cookie: String? = nil,
        isCancelled: Bool = false
    ) async throws -> AppServer.Answer {
        let sent = query(left.headers[.location])
        let own = left.headers[.setCookie]?.split(separator: ";").first.map(String.init)
        let identity = try app.apple.identityToken(of: app.ada, for: AppleApp.otherApp, nonce: sent["nonce"])
        let result = isCancelled ? "error=user_cancelled_authorize" : "id_token=\(PercentEncoding.encode(identity))"
        return try await app.server.send(
            .post,
            "/t/\(slug)/apple/callback",
            headers: [
                .contentType: "application/x-www-form-urlencoded", .origin: "https://appleid.apple.com",
                .cookie: cookie ?? own ?? "",
            ],
            body: Array("state=\(sent["state"] ?? "")&\(result)".utf8)
        )
    }

    private func exchange(
        _ app: AppleApp,
        _ code: String?,
        _ verifier: String = verifier
    ) async throws -> AppServer.Answer {
        let body = #"{"auth_code":"\#(code ?? "")","code_verifier":"\#(verifier)"}"#
        return try await GoTrueClient(app.server).send(.post, "token?grant_type=pkce", body)
    }

    private var challenge: String { "&code_challenge=\(Self.verifier)&code_challenge_method=plain" }

    @Test func `a browser comes back with the session behind the address`() async throws {
        let app = try await app()

        let left = try await leave(app)
        let back = try await comeBack(app, left)

        let location = try #require(back.headers[.location])
        #expect(left.status == 302 && left.headers[.location]?.contains("/auth/authorize?") == true, "\(left.text)")
        #expect(back.status == 303 && location.hasPrefix("\(Self.back)#access_token="), "\(location)")
        #expect(!back.headers[values: .setCookie].contains { $0.contains("session_token") })
        let values = query("https://x.example/?" + (location.split(separator: "#").last ?? ""))
        let user = try await GoTrueClient(app.server).send(.get, "user", token: values["access_token"])
        #expect(try user.json["email"]?.stringValue == "ada@example.com", "\(user.text)")
        #expect(try await GoTrueClient(app.server).refresh(values["refresh_token"] ?? "").status == 200)
        #expect(values["token_type"] == "bearer" && values["expires_in"] == "600")
    }

    @Test func `with a challenge it returns a code, which works once with its verifier`() async throws {
        let app = try await app()
        let back = try await comeBack(app, try await leave(app, challenge))
        let location = try #require(back.headers[.location])
        let code = query(location)["code"]

        let stolen = try await exchange(app, code, String(repeating: "x", count: 64))
        let tokens = try await exchange(app, code)
        let again = try await exchange(app, code)

        #expect(location.hasPrefix("\(Self.back)?code=gh_l_") && !location.contains("access_token"), "\(location)")
        #expect(
            stolen.code == "bad_code_verifier" && again.code == "flow_state_not_found",
            "\(stolen.text) \(again.text)"
        )
        #expect(try tokens.json["user"]?["email"]?.stringValue == "ada@example.com", "\(tokens.text)")
        let ada = try #require(try await app.users().first)
        let sessions = try await app.acme.services.sessions.page(
            SessionFilter(user: ada.id),
            PageRequest(),
            grant: app.acme.system.grant()
        ).items
        #expect(sessions.map(\.session.provider) == [.apple])
        #expect(try await app.attempts(.appleSignIn).map(\.content.outcome) == [.success])
    }

    @Test func `a backend exchanges codes for many users`() async throws {
        let app = try await app()
        for _ in 1...25 { #expect(try await exchange(app, "gh_l_unknown").code == "flow_state_not_found") }

        let code = query(try await comeBack(app, leave(app, challenge)).headers[.location])["code"]

        #expect(try await exchange(app, code).status == 200)
    }

    @Test func `a browser comes back with a reason when its session cannot be handed over`() async throws {
        let app = try await app()
        let left = try await leave(app, challenge)
        try await app.acme.installation.tamper { transaction in
            try transaction.execute("ALTER TABLE one_time_links RENAME TO links_that_are_away")
        }

        let back = try await comeBack(app, left)

        #expect(
            back.status == 303 && query(back.headers[.location])["error"] == "temporarily_unavailable",
            "\(back.text)"
        )
    }

    @Test func `two devices come back at the same time`() async throws {
        let app = try await app()
        let codes = try await [comeBack(app, leave(app, challenge)), comeBack(app, leave(app, challenge))].map {
            query($0.headers[.location])["code"]
        }

        for code in codes { #expect(try await exchange(app, code).status == 200) }
    }

    @Test func `a code is worth nothing when its session has ended, or its time is over`() async throws {
        for ends in [true, false] {
            let app = try await app()
            let code = query(try await comeBack(app, leave(app, challenge)).headers[.location])["code"]
            let ada = try #require(try await app.users().first)
            if ends {
                _ = try await app.acme.services.sessions.end(
                    SessionFilter(user: ada.id),
                    grant: app.acme.system.grant()
                )
            } else {
                app.clock.advance(by: .minutes(6))
            }

            #expect(try await exchange(app, code).code == "flow_state_not_found")
        }
    }

    @Test func `a cancelled sign-in returns a reason, and cookies and tenants of other flows are rejected`()
        async throws
    {
        let app = try await app()

        let cancelled = try await comeBack(app, leave(app), isCancelled: true)
        let foreign = try await comeBack(app, leave(app), cookie: "gatehouse.apple=another")
        let elsewhere = try await comeBack(app, leave(app), to: "globex")
        let left = try await leave(app)
        _ = try await comeBack(app, left)
        let again = try await comeBack(app, left)

        #expect(cancelled.status == 303)
        #expect(
            query(cancelled.headers[.location])["error"] == "access_denied",
            "\(String(describing: cancelled.headers[.location]))"
        )
        #expect(query(cancelled.headers[.location])["error_description"] == "The user cancelled the sign-in.")
        for rejected in [foreign, elsewhere, again] {
            #expect(rejected.status == 400 && rejected.headers[.location] == nil, "\(rejected.text)")
        }
    }

    @Test func `a disabled person comes back with a reason and without a session`() async throws {
        let app = try await app()
        _ = try await comeBack(app, leave(app))
        let ada = try #require(try await app.users().first)
        _ = try await app.acme.services.users.disable(ada.id, grant: app.acme.system.grant())

        let rejected = try await comeBack(app, leave(app))

        #expect(
            query(rejected.headers[.location])["error_code"] == "user_banned",
            "\(String(describing: rejected.headers[.location]))"
        )
    }

    @Test func `an invalid authorize request is rejected before the redirect to Apple`() async throws {
        let app = try await app()
        let key = app.acme.creation.publishableKey.text
        func send(_ query: String) async throws -> AppServer.Answer {
            try await app.server.send(
                .get,
                "/auth/v1/authorize?\(query)",
                headers: [.xSupabaseAPIVersion: "2024-01-01"]
            )
        }

        let google = try await send("provider=google&apikey=\(key)")
        let short = try await send("provider=apple&apikey=\(key)&code_challenge=short&code_challenge_method=s256")
        let keyless = try await send("provider=apple")
        let secret = try await send("provider=apple&apikey=\(app.acme.creation.secretKey.text)")
        let picture = try await app.server.send(
            .get,
            "/auth/v1/authorize?provider=apple&apikey=\(key)",
            headers: [.secFetchDest: "image"]
        )
        let bare = try await send("provider=apple&apikey=\(key)&code_challenge_method=s256")
        let empty = try await send("provider=apple&apikey=\(key)&code_challenge=")
        // As upstream, an address that is not the tenant's is not gone to: the tenant's first one is.
        let evil = try await send("provider=apple&apikey=\(key)&redirect_to=https%3A%2F%2Fevil.example")
        let back = try await comeBack(app, evil)
        try await app.set { $0.redirects = [] }
        let lost = try await send("provider=apple&apikey=\(key)&redirect_to=https%3A%2F%2Fevil.example")

        #expect(
            google.code == "provider_disabled" && short.code == "validation_failed" && keyless.status == 401,
            "\(google.text)"
        )
        #expect(secret.status == 401, "it does not belong into an address")
        #expect(picture.status == 400 && bare.status == 400 && empty.status == 400, "\(picture.text) \(bare.text)")
        #expect(
            back.headers[.location]?.hasPrefix("\(Self.back)#") == true,
            "\(String(describing: back.headers[.location]))"
        )
        #expect(lost.status == 400 && lost.code == "validation_failed", "\(lost.text)")
    }
}
