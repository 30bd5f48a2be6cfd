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

@Suite struct GoTrueAdministrationTests {
    @Test func `the backend's routes need a secret key`() async throws {
        let server = try await AppServer()
        let app = GoTrueClient(server)
        let tokens = try await app.signUp()
        var bare = app
        bare.headers[.authorization] = nil

        #expect(try await app.send(.get, "admin/users").code == "not_admin")
        #expect(try await app.send(.get, "admin/users", token: tokens.access).status == 403)
        #expect(try await bare.send(.get, "admin/users").code == "no_authorization")
        #expect(try await app.send(.get, "admin/users", token: server.acme.creation.secretKey.text).status == 200)
        #expect(try await app.send(.get, "admin/users", token: server.globex.creation.secretKey.text).status == 400)
    }

    @Test func `users are made, read, changed and deleted, with ids in either case`() async throws {
        let server = try await AppServer()
        let admin = GoTrueClient.administrator(server)

        let made = try await admin.send(
            .post,
            "admin/users",
            #"{"email":"ada@example.com","password":"correct horse battery","email_confirm":true,"user_metadata":{"a":1},"app_metadata":{"plan":"x","provider":"z"}}"#
        )
        try GoTrueShape.checkUser(made.json)
        #expect(
            try made.json["email_confirmed_at"]?.stringValue != nil && made.json["app_metadata"]?["provider"] == "email"
        )
        let id = try #require(try made.json["id"]?.stringValue).uppercased()

        #expect(try await admin.send(.get, "admin/users/\(id)").json == made.json)
        let changed = try await admin.send(
            .put,
            "admin/users/\(id)",
            #"{"user_metadata":{"a":null,"b":2},"app_metadata":{"plan":"y"}}"#
        )
        #expect(try changed.json["user_metadata"] == ["b": 2] && changed.json["app_metadata"]?["plan"] == "y")
        let again = try await admin.send(.post, "admin/users", #"{"email":"ada@example.com"}"#)
        #expect(again.status == 422 && again.code == "email_exists")
        let deleted = try await admin.send(.delete, "admin/users/\(id)", "{}")
        #expect(deleted.status == 200 && deleted.text == "{}")
        #expect(try await admin.send(.get, "admin/users/\(id)").code == "user_not_found")
        let nonsense = try await admin.send(.get, "admin/users/nonsense")
        #expect(nonsense.status == 404 && nonsense.code == "validation_failed")
    }

    @Test func `a user with neither address nor name is not made`() async throws {
        let server = try await AppServer()
        let admin = GoTrueClient.administrator(server)
        let before = try await admin.send(.get, "admin/users").headers[.xTotalCount]

        for body in [
            "{}", #"{"phone":""}"#, #"{"user_metadata":{"plan":"x"}}"#, #"{"email_confirm":true}"#,
            #"{"ban_duration":"1h"}"#,
        ] {
            let answer = try await admin.send(.post, "admin/users", body)
            #expect(answer.status == 400 && answer.code == "validation_failed", "\(body): \(answer.text)")
        }

        #expect(try await admin.send(.get, "admin/users").headers[.xTotalCount] == before)
    }

    @Test func `a ban ends every session, keeps the person out, and ends by itself`() async throws {
        let server = try await AppServer()
        let (app, admin) = (GoTrueClient(server), GoTrueClient.administrator(server))
        let tokens = try await app.signUp()

        let banned = try await admin.send(.put, "admin/users/\(tokens.user)", #"{"ban_duration":"1h30m"}"#)

        #expect(try banned.json["banned_until"] == "2026-11-21T10:30:00.000Z")
        #expect(try await app.send(.get, "user", token: tokens.access).status == 403)
        let rejected = try await app.signIn()
        #expect(rejected.status == 400 && rejected.code == "user_banned")
        server.installation.clock.advance(by: .minutes(91))
        let back = try await app.signIn()
        #expect(try back.status == 200 && back.json["user"]?["banned_until"] == nil, "\(back.text)")
        _ = try await admin.send(.put, "admin/users/\(tokens.user)", #"{"ban_duration":"24h"}"#)
        #expect(
            try await admin.send(.put, "admin/users/\(tokens.user)", #"{"ban_duration":"none"}"#).json["banned_until"]
                == nil
        )
        #expect(try await app.signIn().status == 200)
        for text in ["soon", "-1h", "0s", "1000000h", "1"] {
            #expect(
                try await admin.send(.put, "admin/users/\(tokens.user)", #"{"ban_duration":"\#(text)"}"#).status == 400
            )
        }
    }

    @Test func `a list has its total and its links, with the page first`() async throws {
        let server = try await AppServer()
        let admin = GoTrueClient.administrator(server)
        for name in ["ada", "eve", "vic"] {
            try await server.acme.add(name)
            server.installation.clock.advance(by: .seconds(1))
        }

        let first = try await admin.send(.get, "admin/users?page=1&per_page=2")
        let second = try await admin.send(.get, "admin/users?page=2&per_page=2")
        let whole = try await admin.send(.get, "admin/users?page=&per_page=")

        #expect(try first.json["users"]?.arrayValue?.count == 2 && first.headers[.xTotalCount] == "3")
        #expect(
            first.headers[.link]
                == "</auth/v1/admin/users?page=2&per_page=2>; rel=\"next\", </auth/v1/admin/users?page=2&per_page=2>; rel=\"last\""
        )
        #expect(
            try second.json["users"]?[0]?["email"] == "ada@acme.example"
                && second.headers[.link]?.contains("next") == false
        )
        #expect(try whole.json["users"]?.arrayValue?.count == 3)
        #expect(try await admin.send(.get, "admin/users?filter=eve").json["users"]?.arrayValue?.count == 1)
        for query in ["page=0", "page=x", "per_page=100000", "page=1&page=2"] {
            let rejected = try await admin.send(.get, "admin/users?\(query)")
            #expect(rejected.status == 400 && rejected.code == "validation_failed", "\(query)")
        }
    }

    @Test func `a password set by the backend ends every session`() async throws {
        let server = try await AppServer()
        let (app, admin) = (GoTrueClient(server), GoTrueClient.administrator(server))
        let tokens = try await app.signUp()

        _ = try await admin.send(.put, "admin/users/\(tokens.user)", #"{"password":"another horse battery"}"#)

        #expect(try await app.send(.get, "user", token: tokens.access).code == "session_not_found")
        #expect(try await app.signIn(password: "another horse battery").status == 200)
    }

    @Test func `an invited user exists, on both paths`() async throws {
        let admin = GoTrueClient.administrator(try await AppServer())

        for (path, email) in [("invite", "ada@example.com"), ("admin/invite", "eve@example.com")] {
            let answer = try await admin.send(.post, path, #"{"email":"\#(email)","data":{"a":1}}"#)
            #expect(
                try answer.json["email"]?.stringValue == email && answer.json["user_metadata"] == ["a": 1],
                "\(answer.text)"
            )
            #expect(try await admin.send(.post, path, #"{"email":"\#(email)"}"#).code == "email_exists")
        }
    }

    @Test func `what is another tenant's is not found`() async throws {
        let server = try await AppServer()
        let stranger = try await GoTrueClient(server, key: server.globex.creation.publishableKey).signUp()
        let admin = GoTrueClient.administrator(server)

        for method in [HTTPRequest.Method.get, .put, .delete] {
            let answer = try await admin.send(method, "admin/users/\(stranger.user)", method == .get ? nil : "{}")
            #expect(answer.status == 404 && answer.code == "user_not_found")
        }
    }

    @Test func `the audit is read by page, newest first, in the words of the dialect`() async throws {
        let server = try await AppServer()
        let (app, admin) = (GoTrueClient(server), GoTrueClient.administrator(server))
        let ada = try await app.signUp()
        _ = try await app.send(.post, "logout", token: ada.access)
        let total = Int(try await server.acme.services.audit.head(grant: server.acme.system.grant()).sequence)

        let whole = try await admin.send(.get, "admin/audit?page=1&per_page=1000")
        let second = try await admin.send(.get, "admin/audit?page=2&per_page=1")

        let entries = try #require(try whole.json.arrayValue)
        #expect(entries.count == total && whole.headers[.xTotalCount] == String(total))
        #expect(
            entries[0]["payload"]?["action"] == "logout"
                && entries[0]["payload"]?["actor_username"] == "ada@example.com"
        )
        #expect(try second.json == .array([entries[1]]) && Set(entries.map { $0["id"]?.stringValue }).count == total)
        #expect(second.headers[.link]?.hasPrefix("</auth/v1/admin/audit?page=3&per_page=1>; rel=\"next\"") == true)
        #expect(try await admin.send(.get, "admin/audit?page=900").json == [])
        let logins = try await admin.send(.get, "admin/audit?query=action:login")
        #expect(try logins.json.arrayValue?.map { $0["payload"]?["log_type"] } == ["account"])
        #expect(
            try await admin.send(.get, "admin/audit?query=author:\(ada.user)&page=2&per_page=2").json.arrayValue?.count
                == 1
        )
        #expect(try await admin.send(.get, "admin/audit?query=author:eve").json == [])
        #expect(try await admin.send(.get, "admin/audit?query=login").code == "validation_failed")
        #expect(try await GoTrueClient.administrator(server).send(.get, "admin/audit", token: ada.access).status == 200)
    }

    @Test func `the list of factors is empty, and an unknown user is not found`() async throws {
        let server = try await AppServer()
        let admin = GoTrueClient.administrator(server)
        let ada = try await server.acme.add("Ada")

        #expect(try await admin.send(.get, "admin/users/\(ada.id)/factors").json == [])
        #expect(
            try await admin.send(.get, "admin/users/\(try await server.globex.add("Eve").id)/factors").code
                == "user_not_found"
        )
    }

    @Test func `the issuer metadata equals that of the tenant's own URL`() async throws {
        let server = try await AppServer()

        let answer = try await GoTrueClient(server).send(.get, ".well-known/openid-configuration")

        #expect(try answer.json["issuer"]?.stringValue?.hasSuffix("/t/acme") == true)
        #expect(try answer.json["jwks_uri"]?.stringValue?.hasSuffix("/t/acme/.well-known/jwks.json") == true)
    }
}
