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

/// An app with the Swift SDK of Supabase.
@Suite struct CoachMeTests {
    private func app() async throws -> GoTrueClient {
        let app = GoTrueClient(try await AppServer())
        try await app.set {
            $0.dialect = .gotrue
            $0.defaultAttributes = [DefaultAttribute(name: "trial_ends_at", value: .after(.days(7)))]
        }
        return app
    }

    @Test func `user row created on first sign-in: with a trial of seven days`() async throws {
        let app = try await app()

        let answer = try await app.send(
            .post,
            "signup",
            #"{"email":"ada@example.com","password":"correct horse battery"}"#
        )

        #expect(
            try answer.json["user"]?["app_metadata"]?["trial_ends_at"] == "2026-11-28T09:00:00.000Z",
            "\(answer.text)"
        )
    }

    @Test func `full name saved afterwards: is in the account and in the next token`() async throws {
        let app = try await app()
        let tokens = try await app.signUp()

        let answer = try await app.send(.put, "user", #"{"data":{"full_name":"Ada Lovelace"}}"#, token: tokens.access)

        #expect(try answer.json["user_metadata"]?["full_name"] == "Ada Lovelace")
        let next = try GoTrueClient.tokens(try await app.refresh(tokens.refresh))
        let payload = try JSONValue(parsing: #require(Base64URL.decode(next.access.split(separator: ".")[1])))
        #expect(payload["user_metadata"]?["full_name"] == "Ada Lovelace")
    }

    @Test func `session restore, refresh, sign-out: races and lost responses sign no user out`() async throws {
        let app = try await app()
        let tokens = try await app.signUp()

        let answers = try await withThrowingTaskGroup(of: AppServer.Answer.self) { group in
            for _ in 0..<32 { group.addTask { try await app.refresh(tokens.refresh) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(answers.allSatisfy { $0.status == 200 })
        let successors = try answers.map { try GoTrueClient.tokens($0) }
        #expect(Set(successors.map(\.refresh)).count == 1, "one family")
        for successor in successors { #expect(try await app.send(.get, "user", token: successor.access).status == 200) }
        #expect(try await app.send(.post, "logout?scope=local", token: successors[0].access).status == 204)
        #expect(try await app.refresh(successors[0].refresh).code == "session_not_found")
    }

    @Test func `warm, first-person texts: the response has the tenant's own message with an unchanged code`()
        async throws
    {
        let app = try await app()
        let tokens = try await app.signUp()
        let words = [
            ("pwd.invalid", "I had trouble signing you in. Let's try that again."),
            ("user_already_exists", "I couldn't connect to create your account. Let's try again."),
            ("session_not_found", "I had trouble remembering you. Please sign in again."),
            ("no_authorization", "You'll need to sign in to continue."),
        ]
        try await app.set { $0.texts = words.map { MessageText(code: $0.0, language: .english, text: $0.1) } }

        let wrong = try await app.signIn(password: "another horse battery")
        let taken = try await app.send(
            .post,
            "signup",
            #"{"email":"ada@example.com","password":"correct horse battery"}"#
        )
        var anonymous = app
        anonymous.headers[.authorization] = nil
        let unnamed = try await anonymous.send(.get, "user")
        _ = try await app.send(.post, "logout", token: tokens.access)
        let gone = try await app.refresh(tokens.refresh)
        let old = try await GoTrueClient(app.server, isVersioned: false).signIn(password: "another horse battery")
        let unchanged = try await app.send(.post, "verify", #"{"type":"signup","token_hash":"x"}"#)

        #expect(wrong.code == "invalid_credentials" && wrong.status == 400)
        #expect(try wrong.json["message"]?.stringValue == words[0].1)
        #expect(try old.json["msg"]?.stringValue == words[0].1 && old.json["error_code"] == "invalid_credentials")
        #expect(
            try taken.code == "user_already_exists" && taken.json["message"]?.stringValue == words[1].1,
            "\(taken.text)"
        )
        #expect(try gone.code == "session_not_found" && gone.json["message"]?.stringValue == words[2].1, "\(gone.text)")
        #expect(
            try unnamed.code == "no_authorization" && unnamed.json["message"]?.stringValue == words[3].1,
            "\(unnamed.text)"
        )
        #expect(try unchanged.json["message"] == "The link or code is invalid, expired or already used.")
    }

    @Test func `auth state changes: only what is really over makes the SDK forget its session`() async throws {
        let app = try await app()
        let tokens = try await app.signUp()
        let forgetting: Set = [
            "session_not_found", "session_expired", "refresh_token_not_found", "refresh_token_already_used",
        ]
        try await app.server.installation.control.close()

        for answer in [try await app.refresh(tokens.refresh), try await app.send(.get, "user", token: tokens.access)] {
            #expect(answer.status == 503 && !forgetting.contains(answer.code ?? ""), "\(answer.text)")
            #expect(answer.headers[.retryAfter] != nil)
        }
    }
}
