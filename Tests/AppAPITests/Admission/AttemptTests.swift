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

/// The server's half of attempts, as what apps call writes it.
@Suite struct AttemptTests {
    private func events(_ server: AppServer) async throws -> [StoredEvent] {
        try await server.acme.services.attempts.flush()
        let now = server.installation.clock.now
        let query = EventQuery(from: now - .days(1), to: now + .days(1))
        return try await server.acme.services.events.page(
            query,
            PageRequest(limit: 200),
            grant: server.acme.system.grant()
        ).items
    }

    @Test func `a sign-in belongs to the attempt that the request names, whether it succeeds or fails`() async throws {
        let server = try await AppServer()
        let trace: HTTPFields = [
            HTTPField.Name("traceparent")!: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        ]  // a token
        let app = BetterAuthClient(server)
        _ = try await app.signUp(headers: trace)

        _ = try await app.post("sign-in/email", #"{"email":"ada@example.com","password":"no"}"#, headers: trace)

        let events = try await events(server)
        #expect(
            events.count == 2 && events.allSatisfy { $0.content.attempt == TraceID("4bf92f3577b34da6a3ce929d0e0e4736") }
        )
        #expect(Set(events.map(\.content[.name])) == ["auth.sign_up", "auth.sign_in"])
        #expect(Set(events.map(\.code)) == [nil, "pwd.invalid"])
    }

    @Test func `the reference of an error finds what the server recorded, also of an app without traces`() async throws
    {
        let server = try await AppServer()
        let body = #"{"email":"ada@example.com","password":"no"}"#
        let app = BetterAuthClient(server)
        _ = try await app.signUp()

        let answers = [
            try await app.post("sign-in/email", body),
            try await GoTrueClient(server).send(.post, "token?grant_type=password", body),
        ]

        let recorded = try await events(server)
        for answer in answers {
            let reference = try #require(answer.headers[.xErrorReference].flatMap { AttemptReference($0) })
            let found = try await server.acme.services.attemptReading.attempts(
                reference,
                grant: server.acme.system.grant()
            )
            let attempt = try #require(found.first).attempt
            #expect(
                found.count == 1 && recorded.filter { $0.content.attempt == attempt }.map(\.code) == ["pwd.invalid"]
            )
        }
        #expect(recorded.filter { $0.content.outcome == .success }.map(\.content.attempt) == [nil])
    }

    @Test func `requests of users and of backends belong to the attempt that the request names`() async throws {
        let server = try await AppServer(mail: Mailbox())
        let trace: HTTPFields = [
            HTTPField.Name("traceparent")!: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        ]  // a token
        let ada = try await server.acme.add("Ada")
        let token = try await server.acme.signIn(ada).token.text
        try await server.acme.services.attempts.flush()
        let before = Set(try await events(server).map(\.reference))
        let app = GoTrueClient(server)

        let answers = [
            try await app.send(.post, "recover", #"{"email":"ada@acme.example"}"#, headers: trace).status,
            try await app.send(.get, "reauthenticate", token: token, headers: trace).status,
            try await BetterAuthClient(server).post(
                "change-password",
                #"{"currentPassword":"wrong horse battery","newPassword":"another horse battery"}"#,
                token: token,
                headers: trace
            ).status,
            try await GoTrueClient.administrator(server).send(
                .post,
                "invite",
                #"{"email":"kim@example.com"}"#,
                headers: trace
            ).status,
        ]
        await server.acme.services.mail.deliver()

        #expect(answers == [200, 200, 400, 200])
        let new = try await events(server).filter { !before.contains($0.reference) }
        #expect(
            new.compactMap(\.content[.name]).sorted() == [
                "auth.link_request", "auth.link_request", "auth.password_change",
            ],
            "a message that goes well leaves no step"
        )
        #expect(Set(new.map(\.content.attempt)) == [TraceID("4bf92f3577b34da6a3ce929d0e0e4736")])
    }

    @Test func `a rejected refresh is recorded with its cause, a successful one is not`() async throws {
        let server = try await AppServer()
        let app = GoTrueClient(server)
        let tokens = try await app.signUp()

        _ = try await app.refresh(tokens.refresh)
        let unknown = String(tokens.refresh.dropLast(4)) + "AAAA"
        _ = try await app.refresh(unknown)

        let refreshes = try await events(server).filter { $0.content.stage == .refresh }
        #expect(
            refreshes.count == 1 && refreshes.allSatisfy { $0.content.outcome == .rejected && $0.code != nil },
            "\(refreshes)"
        )
    }

    @Test func `garbage in place of a refresh token is 429 after a while, and a good token is not`() async throws {
        let server = try await AppServer()
        let app = GoTrueClient(server)
        let tokens = try await app.signUp()
        for _ in 0..<60 { #expect(try await app.refresh("gh_r_x").status == 400) }

        let rejected = try await app.refresh("gh_r_x")
        let restored = try await server.send(
            .post,
            "/api/v1/session/restoration",
            headers: app.headers.merging([.contentType: "application/json"]),
            body: Array(#"{"refresh_token":"gh_r_x"}"#.utf8)
        )

        #expect(
            rejected.status == 429 && rejected.code == "over_request_rate_limit" && rejected.headers[.retryAfter] != nil
        )
        #expect(restored.status == 429, "\(restored.text)")
        #expect(try await app.refresh(tokens.refresh).status == 200)
        #expect(try await events(server).count { $0.content.stage == .refresh } == 60)
    }
}
