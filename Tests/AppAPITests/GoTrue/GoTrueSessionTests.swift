import Database
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

@Suite struct GoTrueSessionTests {
    /// With these a client forgets its session for good.
    private static let ending = [
        "session_not_found", "session_expired", "refresh_token_not_found", "refresh_token_already_used",
    ]

    @Test func `an expired session is named in grants, and gone elsewhere`() {
        let codes = [GoTrueEndpoint.passwordGrant, .refreshGrant, .codeGrant, .identityTokenGrant, .other].map {
            let failure = WebFailure(goTrue: .session(.expired), at: $0)
            return "\(failure.status.code) \(failure.code)"
        }

        #expect(
            codes == Array(repeating: "400 session_expired", count: 2)
                + Array(repeating: "403 session_not_found", count: 3)
        )
    }

    @Test func `a refresh returns a new pair, and the same pair again after a lost response`() async throws {
        let app = GoTrueClient(try await AppServer())
        let first = try await app.signUp()

        let second = try await app.refresh(first.refresh)
        let again = try await app.refresh(first.refresh)

        try GoTrueShape.checkSession(second.json)
        let (one, two) = (try GoTrueClient.tokens(second), try GoTrueClient.tokens(again))
        #expect(one.refresh == two.refresh && one.refresh != first.refresh)
        #expect(try await app.send(.get, "user", token: one.access).status == 200)
    }

    @Test func `a refresh token that was really used twice ends the session`() async throws {
        let server = try await AppServer()
        let app = GoTrueClient(server)
        let first = try await app.signUp()
        let second = try GoTrueClient.tokens(try await app.refresh(first.refresh))
        let third = try GoTrueClient.tokens(try await app.refresh(second.refresh))
        server.installation.clock.advance(by: .minutes(2))

        let reused = try await app.refresh(first.refresh)

        #expect(reused.status == 400 && reused.code == "refresh_token_already_used")
        #expect(try await app.send(.get, "user", token: third.access).code == "session_not_found")
        #expect(try await app.refresh(third.refresh).code == "session_not_found")
    }

    @Test func `an app that was suspended while the answer travelled gets the same refresh token 8 hours later`()
        async throws
    {
        let server = try await AppServer()
        let app = GoTrueClient(server)
        let first = try await app.signUp()
        let unsaved = try GoTrueClient.tokens(try await app.refresh(first.refresh))
        #expect(try await app.send(.get, "user", token: unsaved.access).status == 200)
        server.installation.clock.advance(by: .hours(8))

        let again = try GoTrueClient.tokens(try await app.refresh(first.refresh))

        #expect(again.refresh == unsaved.refresh)
        #expect(try await app.send(.get, "user", token: again.access).status == 200)
        #expect(try await app.refresh(again.refresh).status == 200)
    }

    @Test
    func `with another tenant's key a refresh token is refused without a code by which a client forgets its session`()
        async throws
    {
        let server = try await AppServer()
        let app = GoTrueClient(server)
        let tokens = try await app.signUp()

        let wrong = try await GoTrueClient(server, key: server.globex.creation.publishableKey).refresh(tokens.refresh)

        #expect(wrong.status == 401 && wrong.code == "no_authorization", "\(wrong.text)")
        #expect(!Self.ending.contains(wrong.code ?? ""))
        #expect(try await app.refresh(tokens.refresh).status == 200)
    }

    @Test
    func
        `where no address is confirmed, one counts as confirmed from the sign-up on, and shows nothing about its owner`()
        async throws
    {
        let server = try await AppServer()
        let (app, admin) = (GoTrueClient(server), GoTrueClient.administrator(server))

        let made = try await app.send(
            .post,
            "signup",
            #"{"email":"ada@example.com","password":"correct horse battery"}"#
        )

        let tokens = try GoTrueClient.tokens(made)
        let user = try #require(try made.json["user"])
        #expect(user["email_confirmed_at"] == user["created_at"] && user["confirmed_at"] == user["created_at"])
        #expect(user["identities"]?[0]?["identity_data"]?["email_verified"] == false)
        for answer in [
            try await app.send(.get, "user", token: tokens.access),
            try await admin.send(.get, "admin/users/\(tokens.user)"),
        ] { #expect(try answer.json["email_confirmed_at"] == user["created_at"], "\(answer.text)") }
        #expect(try await app.refresh(tokens.refresh).json["user"]?["email_confirmed_at"] == user["created_at"])
        #expect(
            try await admin.send(.get, "admin/users").json["users"]?[0]?["email_confirmed_at"] == user["created_at"]
        )
        let payload = try JSONValue(parsing: #require(Base64URL.decode(tokens.access.split(separator: ".")[1])))
        #expect(payload["email_verified"] == false)
        let stored = try await server.acme.services.users.user(
            #require(User.ID(tokens.user)),
            grant: server.acme.system.grant()
        ).summary.user
        #expect(!stored.emailVerified)

        let invited = try await admin.send(
            .post,
            "admin/generate_link",
            #"{"type":"invite","email":"kim@example.com"}"#
        )
        #expect(try invited.status == 200 && invited.json["email_confirmed_at"] == nil, "\(invited.text)")
        try await app.set { $0.confirmsEmail = true }
        #expect(try await app.send(.get, "user", token: tokens.access).json["email_confirmed_at"] == nil)
    }

    @Test func `an unknown token is not found, and a truncated one is rejected`() async throws {
        let app = GoTrueClient(try await AppServer())
        let tokens = try await app.signUp()

        #expect(try await app.refresh("abcdefghijkl").code == "refresh_token_not_found")
        #expect(try await app.refresh(String(tokens.refresh.dropLast())).code == "validation_failed")
        for body in [#"{"refresh_token":["x"]}"#, #"{"refresh_token":null}"#, "{}"] {
            let answer = try await app.send(.post, "token?grant_type=refresh_token", body)
            #expect(answer.status == 400 && answer.code == "validation_failed")
        }
    }

    @Test func `a request without a good token has upstream's own refusals`() async throws {
        let server = try await AppServer()
        var app = GoTrueClient(server)
        let tokens = try await app.signUp()
        let key = server.acme.creation.publishableKey.text

        #expect(try await app.send(.get, "user", token: "nonsense").code == "bad_jwt")
        #expect(try await app.send(.get, "user", token: key).code == "bad_jwt")
        #expect(try await app.send(.get, "user", token: "nonsense").status == 403)
        server.installation.clock.advance(by: .hours(1))
        let late = try await app.send(.get, "user", token: tokens.access)
        #expect(late.status == 403 && late.code == "bad_jwt")
        app.headers[.authorization] = nil
        let none = try await app.send(.get, "user")
        #expect(none.status == 401 && none.code == "no_authorization")
        let globex = GoTrueClient(server, key: server.globex.creation.publishableKey)
        #expect(try await globex.send(.get, "user", token: tokens.access).code == "bad_jwt")
    }

    @Test(arguments: ["", "?scope=global", "?scope=local", "?scope=others"])
    func `signing out ends the sessions of its scope`(query: String) async throws {
        let app = GoTrueClient(try await AppServer())
        let mine = try await app.signUp()
        let other = try GoTrueClient.tokens(try await app.signIn())

        let answer = try await app.send(.post, "logout\(query)", token: mine.access)

        #expect(answer.status == 204 && answer.bytes.isEmpty)
        let (own, others) = (
            try await app.send(.get, "user", token: mine.access), try await app.send(.get, "user", token: other.access)
        )
        #expect((own.status == 200) == (query == "?scope=others"))
        #expect((others.status == 200) == (query == "?scope=local"))
        for ended in [own, others] where ended.status != 200 {
            #expect(ended.status == 403 && ended.code == "session_not_found")
        }
    }

    @Test func `an unknown scope is 400, and no user is signed out`() async throws {
        let app = GoTrueClient(try await AppServer())
        let tokens = try await app.signUp()

        let answer = try await app.send(.post, "logout?scope=universe", token: tokens.access)

        #expect(answer.status == 400 && answer.code == "validation_failed")
        #expect(try await app.send(.get, "user", token: tokens.access).status == 200)
    }

    @Test func `data is merged member by member, and null removes one`() async throws {
        let app = GoTrueClient(try await AppServer())
        let tokens = try await app.signUp()

        let answer = try await app.send(
            .put,
            "user",
            #"{"data":{"full_name":"Ada Lovelace","plan":null,"n":1},"app_metadata":{"plan":"gold"},"id":"1"}"#,
            token: tokens.access
        )

        #expect(try answer.json["user_metadata"] == ["full_name": "Ada Lovelace", "n": 1], "\(answer.text)")
        #expect(try answer.json["app_metadata"]?["plan"] == nil && answer.json["id"]?.stringValue == tokens.user)
        for body in [#"{"data":[]}"#, #"{"data":"x"}"#, #"{"email":null}"#, #"{"password":["x"]}"#] {
            let rejected = try await app.send(.put, "user", body, token: tokens.access)
            #expect(rejected.status == 400 && rejected.code == "validation_failed", "\(body): \(rejected.text)")
        }
    }

    @Test func `an app in privacy mode stores no personal data, in either dialect`() async throws {
        let server = try await AppServer()
        let app = GoTrueClient(server)
        try await app.set {
            $0.isAnonymous = true
            $0.methods = [.anonymous]
        }
        let started = try await app.send(.post, "signup", #"{"data":{"full_name":"Ada L","theme":"dark"}}"#)
        let tokens = try GoTrueClient.tokens(started)
        #expect(try started.json["user"]?["user_metadata"] == ["theme": "dark"], "\(started.text)")

        for name in ["full_name", "name", "email"] {
            let answer = try await app.send(
                .put,
                "user",
                #"{"data":{"\#(name)":"Ada L","theme":"light"}}"#,
                token: tokens.access
            )
            #expect(
                answer.status == 400 && answer.code == "validation_failed" && answer.text.contains("Ada L") == false,
                "\(answer.text)"
            )
        }
        #expect(
            try await app.send(.put, "user", #"{"data":{"theme":"light","name":null}}"#, token: tokens.access).status
                == 200
        )

        let user = try #require(User.ID(tokens.user))
        let stored = try await server.acme.services.users.user(user, grant: server.acme.system.grant()).summary.user
        #expect(stored.userMetadata.object == ["theme": "light"] && stored.name == nil)
    }

    @Test func `a new password ends the other sessions and keeps the current one`() async throws {
        let app = GoTrueClient(try await AppServer())
        let mine = try await app.signUp()
        let other = try GoTrueClient.tokens(try await app.signIn())

        #expect(
            try await app.send(.put, "user", #"{"password":"correct horse battery"}"#, token: mine.access).code
                == "same_password"
        )
        let changed = try await app.send(.put, "user", #"{"password":"another horse battery"}"#, token: mine.access)

        #expect(changed.status == 200, "\(changed.text)")
        #expect(try await app.send(.get, "user", token: other.access).code == "session_not_found")
        #expect(try await app.send(.get, "user", token: mine.access).status == 200)
        #expect(try await app.signIn().code == "invalid_credentials")
        #expect(try await app.signIn(password: "another horse battery").status == 200)
    }

    @Test func `an old session changes a password only with the current one`() async throws {
        let server = try await AppServer()
        let app = GoTrueClient(server)
        let first = try await app.signUp()
        server.installation.clock.advance(by: .days(2))
        let tokens = try GoTrueClient.tokens(try await app.refresh(first.refresh))

        let plain = try await app.send(.put, "user", #"{"password":"another horse battery"}"#, token: tokens.access)
        let wrong = try await app.send(
            .put,
            "user",
            #"{"password":"another horse battery","current_password":"wrong horse battery"}"#,
            token: tokens.access
        )
        let right = try await app.send(
            .put,
            "user",
            #"{"password":"another horse battery","current_password":"correct horse battery"}"#,
            token: tokens.access
        )

        #expect(plain.status == 400 && plain.code == "reauthentication_needed")
        #expect(wrong.status == 400 && wrong.code == "current_password_invalid")
        #expect(right.status == 200, "\(right.text)")
    }

    @Test func `the address of another user is rejected`() async throws {
        let app = GoTrueClient(try await AppServer())
        let tokens = try await app.signUp()
        _ = try await app.signUp("eve@example.com")

        let password = #""current_password":"correct horse battery""#
        let taken = try await app.send(.put, "user", #"{"email":"eve@example.com",\#(password)}"#, token: tokens.access)
        let free = try await app.send(.put, "user", #"{"email":"ada@new.example",\#(password)}"#, token: tokens.access)

        #expect(taken.status == 422 && taken.code == "email_exists")
        #expect(try free.json["email"] == "ada@new.example")
    }

    @Test(arguments: ["token?grant_type=refresh_token", "token?grant_type=password", "user", "logout", "signup"])
    func `an unavailable database signs no user out`(path: String) async throws {
        let server = try await AppServer()
        let app = GoTrueClient(server)
        let tokens = try await app.signUp()
        try await server.installation.control.close()

        let body =
            #"{"refresh_token":"\#(tokens.refresh)","email":"eve@example.com","password":"correct horse battery"}"#
        let answer = try await app.send(
            path == "user" ? .get : .post,
            path,
            path == "user" ? nil : body,
            token: tokens.access
        )

        #expect(
            answer.status == 503 && answer.code == "unexpected_failure" && answer.headers[.retryAfter] != nil,
            "\(answer.text)"
        )
        #expect(!Self.ending.contains(answer.code ?? ""))
    }
}
