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

/// The rate limit of changes to one's own account, in each dialect.
@Suite struct SelfServiceLimitsTests {
    private func session(_ server: AppServer, _ user: User) async throws -> SignedIn {
        try await server.acme.signIn(user)
    }

    /// A session that has made as many changes as it may.
    private func spent(_ server: AppServer, _ user: User) async throws -> String {
        let token = try await session(server, user).token.text
        let record = try #require(
            try await server.acme.services.authenticator.session(token, in: server.acme.tenant.id)
        )
        for _ in 0..<120 { try await server.acme.services.selfServiceLimits.take(record) }
        return token
    }

    @Test func `each dialect has its own response for too many changes, and reading still works`() async throws {
        let server = try await AppServer()
        let token = try await spent(server, server.acme.add("Ada"))

        let goTrue = try await GoTrueClient(server).send(.put, "user", #"{"data":{"n":1}}"#, token: token)
        let betterAuth = try await BetterAuthClient(server).post("update-user", #"{"name":"Ada L."}"#, token: token)
        let own = try await server.send(
            .patch,
            "/api/v1/me",
            headers: [
                .apiKey: server.acme.creation.publishableKey.text, .authorization: "Bearer \(token)",
                .contentType: "application/json",
            ],
            body: Array(#"{"name":"Ada L."}"#.utf8)
        )

        #expect(goTrue.status == 429 && goTrue.code == "over_request_rate_limit" && goTrue.headers[.retryAfter] != nil)
        #expect(betterAuth.status == 429 && betterAuth.code == nil && betterAuth.headers[.xRetryAfter] != nil)
        #expect(own.status == 429 && own.code == "throttled" && own.headers[.retryAfter] != nil)
        #expect(try await GoTrueClient(server).send(.get, "user", token: token).status == 200)
        #expect(try await BetterAuthClient(server).get("list-sessions", token: token).status == 200)
    }

    @Test(arguments: [
        "revoke-session", "revoke-other-sessions", "revoke-sessions", "link-social", "update-user", "change-email",
        "change-password",
        "delete-user", "unlink-account",
    ]) func `every change of Better Auth is counted`(path: String) async throws {
        let server = try await AppServer()
        let token = try await spent(server, server.acme.add("Ada"))

        let answer = try await BetterAuthClient(server).post(path, "{}", token: token)

        #expect(answer.status == 429 && answer.headers[.xRetryAfter] != nil, "\(answer.text)")
        let ada = try await server.installation.stores.users.page(UserQuery(), PageRequest(), in: server.acme.tenant.id)
        #expect(ada.items.map(\.user.name) == ["Ada"])
    }

    @Test func `a stolen session that is used without end leaves its owner the way to end it`() async throws {
        let server = try await AppServer()
        let ada = try await server.acme.add("Ada")
        let stolen = try await spent(server, ada)
        let own = try await session(server, ada).token.text

        let ended = try await GoTrueClient(server).send(.post, "logout?scope=others", token: own)

        #expect(ended.status == 204, "\(ended.text)")
        #expect(try await GoTrueClient(server).send(.get, "user", token: stolen).status == 403)
        let user = try await GoTrueClient(server).send(.get, "user", token: own)
        #expect(try user.json["id"]?.stringValue == ada.id.description, "\(user.text)")
    }

    @Test func `a minute later there are changes again`() async throws {
        let server = try await AppServer()
        let token = try await spent(server, server.acme.add("Ada"))
        server.installation.clock.advance(by: .minutes(1))

        let answer = try await GoTrueClient(server).send(.put, "user", #"{"data":{"n":1}}"#, token: token)

        #expect(answer.status == 200)
        #expect(try answer.json["user_metadata"]?["n"]?.integerValue == 1, "\(answer.text)")
    }
}
