import Database
import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct RestorationTests {
    private func restore(
        _ server: AppServer,
        token: String? = nil,
        refresh: String? = nil,
        key: Credential? = nil
    ) async throws -> AppServer.Answer {
        var headers: HTTPFields = [.apiKey: (key ?? server.acme.creation.publishableKey).text]
        if let token { headers[.authorization] = "Bearer \(token)" }
        if refresh != nil { headers[.contentType] = "application/json" }
        let body = refresh.map { Array(#"{"refresh_token":"\#($0)"}"#.utf8) }
        return try await server.send(.post, "/api/v1/session/restoration", headers: headers, body: body)
    }

    @Test func `a session token and an access token bring the session back, with the home role`() async throws {
        let server = try await AppServer()
        let ada = try await server.acme.add("Ada", role: .partner)
        let tokens = try GoTrueClient.tokens(try await GoTrueClient(server).signIn("ada@acme.example"))

        for token in [try await server.acme.signIn(ada).token.text, tokens.access] {
            let answer = try await restore(server, token: token)
            #expect(answer.status == 200 && answer.headers[.cacheControl] == "no-store", "\(answer.text)")
            #expect(try answer.json["home_role"] == "partner" && answer.json["tokens"] == .null)
            #expect(
                try answer.json["profile"]?["id"]?.stringValue == ada.id.description
                    && answer.json["session"]?["id"] != nil
            )
        }
    }

    @Test func `a refresh token brings new tokens, and the lost answer once more`() async throws {
        let server = try await AppServer()
        let tokens = try await GoTrueClient(server).signUp()

        let first = try await restore(server, refresh: tokens.refresh)
        let again = try await restore(server, refresh: tokens.refresh)

        let next = try #require(try first.json["tokens"]?["refresh_token"]?.stringValue)
        #expect(try again.json["tokens"]?["refresh_token"]?.stringValue == next && next != tokens.refresh)
        let access = try #require(try first.json["tokens"]?["access_token"]?.stringValue)
        #expect(try await restore(server, token: access).status == 200)
    }

    @Test func `each end reason of a session has its own code`() async throws {
        let server = try await AppServer()
        let services = server.acme.services
        let system = server.acme.system

        func rejected(
            _ name: String,
            _ end: (SignedIn, GoTrueClient.Tokens) async throws -> Void
        ) async throws -> [String] {
            let user = try await server.acme.add(name)
            let signedIn = try await server.acme.signIn(user)
            let tokens = try GoTrueClient.tokens(
                try await GoTrueClient(server).signIn("\(name.lowercased())@acme.example")
            )
            try await end(signedIn, tokens)
            let answers = [
                try await restore(server, token: signedIn.token.text), try await restore(server, token: tokens.access),
                try await restore(server, refresh: tokens.refresh),
            ]
            for answer in answers { #expect([401, 403].contains(answer.status), "\(answer.text)") }
            return answers.map { "\($0.status) \($0.code ?? "")" }
        }

        #expect(
            try await rejected("Ada") { signedIn, _ in
                _ = try await services.sessions.end(SessionFilter(user: signedIn.user.id), grant: system.grant())
            } == Array(repeating: "401 session_revoked_by_administrator", count: 3)
        )
        #expect(
            try await rejected("Bob") { signedIn, _ in
                _ = try await services.users.disable(signedIn.user.id, grant: system.grant())
            }
                == Array(repeating: "403 account_disabled", count: 3)
        )
        #expect(
            try await rejected("Cyd") { signedIn, _ in
                var revision = UserRevision()
                revision.password = "another horse battery"
                _ = try await services.users.revise(signedIn.user.id, revision, grant: system.grant())
            } == Array(repeating: "401 session_password_changed", count: 3)
        )
        #expect(
            try await rejected("Dan") { signedIn, _ in
                try await services.users.delete(signedIn.user.id, grant: system.grant())
            }
                == Array(repeating: "401 session_unknown", count: 3)
        )
        #expect(
            try await rejected("Eve") { _, tokens in
                _ = try await GoTrueClient(server).send(.post, "logout", token: tokens.access)
            } == Array(repeating: "401 session_revoked_by_user", count: 3)
        )
    }

    @Test func `time has codes of its own`() async throws {
        let server = try await AppServer()
        let tokens = try await GoTrueClient(server).signUp()
        let ada = try await server.acme.add("Ada")
        let session = try await server.acme.signIn(ada).token.text

        server.installation.clock.advance(by: .minutes(15))
        #expect(try await restore(server, token: tokens.access).code == "access_token_expired")
        #expect(try await restore(server, token: session).status == 200)
        server.installation.clock.advance(by: .days(31))
        #expect(try await restore(server, token: session).code == "session_expired")
        #expect(try await restore(server, refresh: tokens.refresh).code == "session_expired")
    }

    @Test func `a token that was really used twice says so`() async throws {
        let server = try await AppServer()
        let app = GoTrueClient(server)
        let tokens = try await app.signUp()
        let second = try GoTrueClient.tokens(try await app.refresh(tokens.refresh))
        let next = try GoTrueClient.tokens(try await app.refresh(second.refresh))
        server.installation.clock.advance(by: .minutes(2))

        #expect(try await restore(server, refresh: tokens.refresh).code == "session_refresh_reuse")
        #expect(try await restore(server, refresh: next.refresh).code == "session_refresh_reuse")
        #expect(try await restore(server, token: next.access).code == "session_refresh_reuse")
    }

    @Test func `missing, malformed and foreign tokens belong to no session`() async throws {
        let server = try await AppServer()
        let stranger = try await server.globex.add("Eve")
        let foreign = try await server.globex.signIn(stranger).token.text
        let tokens = try await GoTrueClient(server, key: server.globex.creation.publishableKey).signUp()

        for answer in [
            try await restore(server), try await restore(server, token: "nonsense"),
            try await restore(server, token: foreign),
            try await restore(server, token: tokens.access), try await restore(server, refresh: tokens.refresh),
            try await restore(server, refresh: "gh_r_x"), try await restore(server, token: "gh_s_x"),
        ] {
            #expect(answer.status == 401 && answer.code == "session_unknown", "\(answer.text)")
        }
    }

    @Test func `a suspended tenant and a database that is away end nothing`() async throws {
        let server = try await AppServer()
        let tokens = try await GoTrueClient(server).signUp()
        _ = try await server.acme.services.tenants.suspend(
            server.acme.tenant.id,
            grant: server.installation.installationGrant
        )
        let suspended = try await restore(server, refresh: tokens.refresh)
        #expect(suspended.status == 403 && suspended.code == "tenant_suspended")

        try await server.installation.control.close()
        let away = try await restore(server, refresh: tokens.refresh)
        #expect(away.status == 503 && away.headers[.retryAfter] != nil)
    }
}
