import Database
import Domain
import FakeApple
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

/// Revocation of Apple's tokens when a user leaves.
@Suite struct AppleRevocationTests {
    private func delete(in app: AppleApp) async throws {
        let user = try #require(try await app.users().first)
        try await app.acme.services.users.delete(user.id, grant: app.acme.system.grant())
    }

    @Test func `deleting a user also revokes the token at Apple`() async throws {
        let app = try await AppleApp()
        _ = try await app.enter()
        #expect(app.apple.liveRefreshTokens == 1)

        try await delete(in: app)
        let waiting = try await app.backlog().waiting
        try await app.turn()

        #expect(waiting == 1 && app.apple.requests(to: .revoke) == 1 && app.apple.liveRefreshTokens == 0)
        #expect(try await app.backlog().waiting == 0)
        #expect(try await app.attempts(.appleRevocation).map(\.content.outcome) == [.success])
    }

    @Test func `a deletion does not wait for Apple, and the revocation is retried until it succeeds`() async throws {
        let app = try await AppleApp()
        let token = try await app.enter()
        app.apple.inject(.status(503), at: .revoke)

        try await delete(in: app)
        #expect(try await !app.isSignedIn(token))
        #expect(try await app.users().isEmpty)
        try await app.turn()
        try await app.turn()

        // The second turn came too early to ask again.
        #expect(app.apple.requests(to: .revoke) == 1)
        let backlog = try await app.backlog()
        #expect(backlog.waiting == 1 && backlog.failing == 1 && backlog.lastError == "apple.server.unavailable")
        app.apple.inject(nil, at: .revoke)
        try await app.turn(after: .minutes(2))
        #expect(app.apple.liveRefreshTokens == 0)
        #expect(try await app.backlog().waiting == 0)
    }

    @Test func `the pauses between retries grow, and after a month the revocation is abandoned and recorded`()
        async throws
    {
        let app = try await AppleApp()
        _ = try await app.enter()
        app.apple.inject(.drop, at: .revoke)
        try await delete(in: app)

        for _ in 1...6 { try await app.turn(after: .minutes(3)) }
        let asked = app.apple.requests(to: .revoke)
        try await app.turn(after: .days(31))

        #expect((3...5).contains(asked), "\(asked)")
        #expect(try await app.backlog().waiting == 0)
        #expect(try await app.attempts(.appleRevocation).map(\.content.outcome) == [.failed])
    }

    @Test func `a wrong key keeps it waiting and raises the alarm`() async throws {
        let app = try await AppleApp()
        _ = try await app.enter()
        app.apple.removeKey(app.team.keyID, from: app.team.teamID)
        try await delete(in: app)

        try await app.turn()

        #expect(try await app.fault()?.code == "apple.token.invalid_client")
        #expect(try await app.backlog().lastError == "apple.token.invalid_client")
        #expect(app.acme.services.appleAnswers[.revoke, .invalidClient] == 1)
    }

    @Test(arguments: ["logout?scope=global", "revoke-sessions"])
    func `signing out everywhere revokes the token at Apple where the tenant wants it`(call: String) async throws {
        let app = try await AppleApp { $0.revokesAtAppleEverywhere = true }
        let token = try await app.enter()

        let answer =
            call.hasPrefix("logout")
            ? try await GoTrueClient(app.server).send(.post, call, token: token)
            : try await BetterAuthClient(app.server).post(call, token: token)
        try await app.turn()

        #expect(answer.status < 300, "\(answer.text)")
        #expect(app.apple.requests(to: .revoke) == 1 && app.apple.liveRefreshTokens == 0)
    }

    @Test(arguments: [true, false])
    func `otherwise signing out leaves the right at Apple as it is`(tenantWants: Bool) async throws {
        let app = try await AppleApp { $0.revokesAtAppleEverywhere = tenantWants }
        let (first, second) = (try await app.enter(), try await app.enter())
        let client = BetterAuthClient(app.server)

        _ = try await client.post("revoke-other-sessions", token: first)
        _ = try await client.post(tenantWants ? "sign-out" : "revoke-sessions", token: first)
        try await app.turn()

        #expect(try await !app.isSignedIn(second))
        #expect(app.apple.requests(to: .revoke) == 0)
    }

    @Test func `unlinking Apple revokes the token at Apple and keeps the other sign-in method`() async throws {
        let app = try await AppleApp()
        let token = try await app.enter()
        let (user, tenant) = (try #require(try await app.users().first), app.acme.tenant.id.uuid)
        try await app.acme.installation.control.write(.tenant(tenant)) { transaction in
            _ = try transaction.execute(
                """
                INSERT INTO identities (tenant_id, provider, subject, user_id, secret, created_at, last_used_at)
                VALUES (\(tenant), \("password"), \(user.id.description), \(user.id.uuid), NULL, \(user.createdAt.milliseconds), NULL)
                """
            )
        }

        let answer = try await BetterAuthClient(app.server).post(
            "unlink-account",
            #"{"providerId":"apple"}"#,
            token: token
        )
        let notice = try await app.notify(app.notice("consent-revoked"))
        try await app.turn()

        #expect(answer.status == 200 && notice.status == 200, "\(answer.text)")
        #expect(app.apple.requests(to: .revoke) == 1 && app.apple.liveRefreshTokens == 0)
        // A later notification from Apple is not about this account any more.
        #expect(try await app.audit(.appleWithdrawn).isEmpty)
    }

    @Test func `a user who signs in again before the revocation keeps the authorization`() async throws {
        let app = try await AppleApp { $0.revokesAtAppleEverywhere = true }
        let token = try await app.enter()
        app.apple.inject(.status(500), at: .revoke)
        _ = try await BetterAuthClient(app.server).post("revoke-sessions", token: token)
        try await app.turn()

        app.clock.advance(by: .minutes(1))
        let answer = try await app.signIn(try app.token())
        app.apple.inject(nil, at: .revoke)
        try await app.turn(after: .hours(1))

        #expect(answer.status == 200 && app.apple.requests(to: .revoke) == 1 && app.apple.liveRefreshTokens == 1)
        #expect(try await app.backlog().waiting == 0)
    }
}
