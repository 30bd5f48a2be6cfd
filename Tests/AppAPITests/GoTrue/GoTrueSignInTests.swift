import Domain
import Fixtures
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

@Suite struct GoTrueSignInTests {
    @Test func `health is public, and the settings need a key`() async throws {
        let server = try await AppServer()
        let app = GoTrueClient(server)

        #expect(try await server.send(.get, "/auth/v1/health").json["name"] == "GoTrue")
        let settings = try await app.send(.get, "settings").json
        #expect(settings["external"]?["email"] == true && settings["external"]?["apple"] == false)
        #expect(settings["disable_signup"] == false && settings["mailer_autoconfirm"] == true)
        #expect(try await app.send(.get, ".well-known/jwks.json").json["keys"]?[0]?["alg"] == "ES256")
        #expect(try await server.send(.get, "/auth/v1/settings").status == 401)
    }

    @Test func `a sign-up returns a session with everything that the SDK requires`() async throws {
        let server = try await AppServer()
        let app = GoTrueClient(server)
        try await app.set { $0.defaultAttributes = [DefaultAttribute(name: "trial_ends_at", value: .after(.days(7)))] }

        let answer = try await app.send(
            .post,
            "signup",
            #"{"email":"Ada@Example.com","password":"correct horse battery","data":{"plan":"x"},"role":"admin"}"#
        )

        #expect(answer.status == 200 && answer.headers[.cacheControl] == "no-store")
        try GoTrueShape.checkSession(answer.json)
        let user = try #require(try answer.json["user"])
        #expect(
            user["email"] == "ada@example.com" && user["user_metadata"] == ["plan": "x"]
                && user["is_anonymous"] == false
        )
        #expect(
            user["app_metadata"]?["trial_ends_at"] == "2026-11-28T09:00:00.000Z"
                && user["app_metadata"]?["provider"] == "email"
        )
        #expect(user["role"] == "authenticated" && user["identities"]?[0]?["provider"] == "email")
        #expect(answer.headers[.sbAuthUserID] == user["id"]?.stringValue)
        let tokens = try GoTrueClient.tokens(answer)
        #expect(try await app.send(.get, "user", token: tokens.access).json == user)
    }

    @Test func `a wrong password and an unknown address are the same 400`() async throws {
        let app = GoTrueClient(try await AppServer())
        _ = try await app.signUp()

        let wrong = try await app.signIn(password: "something else")
        let unknown = try await app.signIn("nobody@example.com")

        #expect(
            wrong.status == 400 && wrong.code == "invalid_credentials"
                && wrong.headers[.xSBErrorCode] == "invalid_credentials"
        )
        #expect(wrong.headers[.xSupabaseAPIVersion] == "2024-01-01")
        #expect(unknown.status == 400 && unknown.text == wrong.text)
        try GoTrueShape.checkSession(try await app.signIn().json)
    }

    @Test func `without the version header errors have the old shape, and no answer names the version`() async throws {
        let server = try await AppServer()

        for version in [nil, "2023-12-31", "soon", "2024-13-01"] {
            var app = GoTrueClient(server, isVersioned: false)
            app.headers[.xSupabaseAPIVersion] = version
            let answer = try await app.signIn()
            let json = try answer.json
            #expect(
                json["code"] == 400 && json["error_code"] == "invalid_credentials" && json["msg"]?.stringValue != nil
            )
            #expect(answer.headers[.xSupabaseAPIVersion] == nil)
        }
        var later = GoTrueClient(server)
        later.headers[.xSupabaseAPIVersion] = "2030-05-05"
        #expect(try await later.signIn().headers[.xSupabaseAPIVersion] == "2024-01-01")
    }

    @Test func `an anonymous user signs in where the tenant allows it, and keeps the account after adding an email`()
        async throws
    {
        let app = GoTrueClient(try await AppServer())
        #expect(try await app.send(.post, "signup", "{}").code == "anonymous_provider_disabled")
        try await app.set { $0.methods = [.password, .anonymous] }

        let answer = try await app.send(.post, "signup", #"{"data":{},"gotrue_meta_security":{"captcha_token":null}}"#)

        try GoTrueShape.checkSession(answer.json)
        #expect(try answer.json["user"]?["is_anonymous"] == true && answer.json["user"]?["email"] == "")
        let tokens = try GoTrueClient.tokens(answer)
        let kept = try await app.send(
            .put,
            "user",
            #"{"email":"ada@example.com","password":"correct horse battery"}"#,
            token: tokens.access
        )
        #expect(try kept.json["is_anonymous"] == false && kept.json["email"] == "ada@example.com", "\(kept.text)")
        #expect(try await app.signIn().json["user"]?["id"]?.stringValue == tokens.user)
    }

    @Test func `what the settings forbid has the code that the SDK knows`() async throws {
        let app = GoTrueClient(try await AppServer())
        _ = try await app.signUp()
        let nora = #"{"email":"nora@example.com","password":"correct horse battery"}"#

        #expect(
            try await app.send(.post, "signup", #"{"email":"ada@example.com","password":"correct horse battery"}"#).code
                == "user_already_exists"
        )
        try await app.set { $0.confirmsEmail = true }
        #expect(try await app.signIn().code == "email_not_confirmed")
        let made = try await app.send(.post, "signup", nora)
        #expect(try made.status == 200 && made.json["access_token"] == nil && made.json["identities"] == [])
        try await app.set { $0.signUp = .closed }
        let closed = try await app.send(.post, "signup", nora)
        #expect(closed.status == 422 && closed.code == "signup_disabled")
        try await app.server.acme.connectApple()
        try await app.set { $0.methods = [.apple] }
        let off = try await app.signIn()
        #expect(off.status == 422 && off.code == "email_provider_disabled")
        #expect(try await app.send(.post, "signup", nora).status == 400)
        try await app.set { $0.dialect = .betterAuth }
        #expect(try await app.signIn().code == "feature_disabled")
    }

    @Test func `a weak password is 422 with its reasons`() async throws {
        let app = GoTrueClient(try await AppServer())

        let short = try await app.send(.post, "signup", #"{"email":"ada@example.com","password":"short"}"#)
        let common = try await app.send(.post, "signup", #"{"email":"ada@example.com","password":"password123"}"#)

        #expect(
            try short.status == 422 && short.code == "weak_password"
                && short.json["weak_password"]?["reasons"] == ["length"]
        )
        #expect(try common.json["weak_password"]?["reasons"] == ["pwned"])
    }

    @Test(arguments: [
        #"{"email":["ada@example.com"],"password":"correct horse battery"}"#,
        #"{"email":{"a":1},"password":"correct horse battery"}"#,
        #"{"email":null,"password":"correct horse battery"}"#, #"{"email":"ada@example.com","password":null}"#,
        #"{"email":"ada@example.com","password":["correct horse battery"]}"#, #"{"email":1,"password":2}"#,
        #"{"email":"ada@example.com","email":"eve@example.com","password":"correct horse battery"}"#, "[]", "{", "",
        #"{"email":"no address","password":"correct horse battery"}"#, #"{"password":"correct horse battery"}"#,
    ])
    func `a text that is none, or comes twice, is 400 at sign-in and sign-up`(body: String) async throws {
        let app = GoTrueClient(try await AppServer())

        for path in ["signup", "token?grant_type=password"] {
            let answer = try await app.send(.post, path, body)
            #expect(answer.status == 400, "\(path): \(answer.text)")
            #expect(["validation_failed", "bad_json"].contains(answer.code), "\(answer.text)")
        }
    }

    @Test(arguments: ["", "?grant_type=", "?grant_type=magic", "?grant_type=PASSWORD"])
    func `an unknown grant is 400`(query: String) async throws {
        let answer = try await GoTrueClient(try await AppServer()).send(.post, "token\(query)", "{}")

        #expect(
            answer.status == 400 && answer.code == "invalid_credentials"
                && answer.text.contains("unsupported_grant_type")
        )
    }

    @Test func `a body above a mebibyte is 413`() async throws {
        let app = GoTrueClient(try await AppServer())

        let answer = try await app.send(
            .post,
            "signup",
            #"{"data":{"a":"\#(String(repeating: "x", count: 1 << 20))"}}"#
        )

        #expect(answer.status == 413 && answer.code == "request_entity_too_large")
    }

    @Test func `a browser's page may read what it needs`() async throws {
        let app = GoTrueClient(try await AppServer())

        let rejected = try await app.signIn()
        let asked = try await app.send(.options, "token")

        for answer in [rejected, asked, try await app.send(.get, "settings")] {
            #expect(answer.headers[.accessControlAllowOrigin] == "*")
            #expect(answer.headers[.accessControlExposeHeaders]?.contains("X-Supabase-Api-Version") == true)
        }
        #expect(asked.status == 204 && asked.headers[.accessControlAllowHeaders]?.contains("apikey") == true)
    }

    @Test func `an unknown address and a known one cost the same work`() async throws {
        let server = try await AppServer()
        let app = GoTrueClient(server)
        _ = try await app.signUp()
        let gate = server.installation.services.passwords

        let start = gate.workDone
        _ = try await app.signIn(password: "something else")
        let known = gate.workDone - start
        _ = try await app.signIn("nobody@example.com")

        #expect(known > 0 && gate.workDone - start == 2 * known)
    }
}

/// A strict reader of what supabase-swift decodes: a member that it needs and does not find fails the whole answer.
enum GoTrueShape {
    static func checkSession(_ json: JSONValue) throws {
        #expect(json["token_type"] == "bearer")
        for name in ["access_token", "refresh_token"] { #expect(json[name]?.stringValue?.isEmpty == false, "\(name)") }
        let (lifetime, end) = (json["expires_in"]?.integerValue, json["expires_at"]?.integerValue)
        #expect(try #require(lifetime) > 0 && #require(end) > 1_700_000_000)
        try checkUser(try #require(json["user"]))
    }

    static func checkUser(_ json: JSONValue) throws {
        #expect(json["id"]?.stringValue.flatMap { User.ID($0) } != nil)
        #expect(json["aud"]?.stringValue != nil)
        for name in ["app_metadata", "user_metadata"] { #expect(json[name]?.objectValue != nil, "\(name)") }
        for name in ["created_at", "updated_at"] { try checkDate(json[name]) }
        for name in ["last_sign_in_at", "email_confirmed_at", "confirmed_at", "invited_at", "banned_until"]
        where json[name] != nil {
            try checkDate(json[name])
        }
        for identity in try #require(json["identities"]?.arrayValue) {
            for name in ["identity_id", "user_id"] {
                #expect(identity[name]?.stringValue.flatMap { User.ID($0) } != nil, "\(name)")
            }
            for name in ["id", "provider"] { #expect(identity[name]?.stringValue != nil, "\(name)") }
            for name in ["created_at", "updated_at", "last_sign_in_at"] { try checkDate(identity[name]) }
        }
    }

    private static func checkDate(_ value: JSONValue?) throws {
        let text = try #require(value?.stringValue)
        #expect(text.hasSuffix("Z") && Timestamp(rfc3339: text) != nil, "\(text)")
    }
}
