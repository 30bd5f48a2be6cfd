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
@testable import WebFixtures

/// An app that speaks Better Auth with a session token as bearer token.
@Suite struct InfiniteStoriesTests {
    private func app() async throws -> BetterAuthClient {
        let server = try await AppServer()
        try await GoTrueClient(server).set { $0.dialect = .betterAuth }
        return BetterAuthClient(server)
    }

    private static let user = #"{"name":"Ada","email":"ada@example.com","password":"correct horse battery"}"#

    @Test(arguments: ["sign-up", "sign-up/email"])
    func `sign up: an account and a token, usable at once`(_ path: String) async throws {
        let app = try await app()

        let answer = try await app.post(path, Self.user)

        let token = try #require(try answer.json["token"]?.stringValue)
        #expect(try answer.status == 200 && answer.json["user"]?["email"] == "ada@example.com")
        #expect(try await app.get("get-session", token: token).json["user"]?["name"] == "Ada")
    }

    @Test(arguments: ["sign-in", "sign-in/email"])
    func `sign in: a token to store`(_ path: String) async throws {
        let app = try await app()
        _ = try await app.signUp()

        let answer = try await app.post(path, #"{"email":"Ada@Example.com","password":"correct horse battery"}"#)

        let token = try #require(try answer.json["token"]?.stringValue)
        #expect(try await app.get("get-session", token: token).json["user"]?["email"] == "ada@example.com")
    }

    @Test func `wrong password: 401 with the text that the alert shows, and another try is possible`() async throws {
        let app = try await app()
        _ = try await app.signUp()

        for password in ["wrong horse battery", ""] {
            let answer = try await app.post("sign-in", #"{"email":"ada@example.com","password":"\#(password)"}"#)
            #expect(answer.status == 401)
            #expect(try answer.json["message"] == "Invalid email or password")
        }
        #expect(try await app.signIn().status == 200)
    }

    @Test func `cancel: an event, never an error`() async throws {
        let server = try await AppServer()
        let body = #"{"events":[{"id":"a","time":"2026-11-21T08:59:00Z","stage":"apple-sheet","outcome":"cancelled"}]}"#

        let answer = try await server.send(
            .post,
            "/ingest/v1/events",
            headers: [
                .authorization: "Bearer \(server.acme.creation.ingestKey.text)", .contentType: "application/json",
            ],
            body: Array(body.utf8)
        )

        #expect(try answer.status == 200 && answer.json["accepted"] == 1, "\(answer.text)")
    }

    @Test func `every request: the bearer token alone identifies the user, and health needs none`() async throws {
        let app = try await app()
        let token = try await app.signUp()

        #expect(try await app.get("get-session").text == "null")
        #expect(try await app.get("get-session", token: token).text != "null")
        #expect(try await Site().send(.get, "/api/health", [:]).status == 200)
    }

    @Test func `expired or revoked session: 401 for each of many calls at once, and a fault of ours is 503`()
        async throws
    {
        let app = try await app()
        let token = try await app.signUp()
        _ = try await app.post("sign-out", token: token)

        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<16 { group.addTask { try await app.get("list-sessions", token: token).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let other = try #require(try await app.signIn().json["token"]?.stringValue)
        app.server.installation.clock.advance(by: .days(31))
        let expired = try await app.get("list-sessions", token: other)
        try await app.server.installation.control.close()

        #expect(statuses == Array(repeating: 401, count: 16) && expired.status == 401)
        #expect(try await app.get("list-sessions", token: other).status == 503)
    }

    @Test func `refresh before expiry: a session in use is extended`() async throws {
        let app = try await app()
        let token = try await app.signUp()

        for _ in 1...5 {
            app.server.installation.clock.advance(by: .days(20))
            #expect(try await app.get("get-session", token: token).text != "null")
            try await app.server.acme.services.activity.flush()
        }
    }

    @Test func `its own backend: introspects the token with the secret key`() async throws {
        let site = try await Site()
        let ada = try await site.signIn(site.acme.add("Ada"), of: site.acme, kind: .app)

        let answer = try await site.tokens("introspectToken", "token=\(ada.token.text)")

        #expect(try answer.json["active"] == true && answer.json["sub"]?.stringValue == ada.user.id.description)
    }
}
