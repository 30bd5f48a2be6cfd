import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import WebFixtures

/// A sign-in beyond the tenant's maximum number of sessions, in both dialects.
@Suite struct SessionLimitRoutesTests {
    private static func reject(_ settings: inout TenantSettings) {
        (settings.sessionsPerUser, settings.sessionLimitAction) = (1, .reject)
    }

    private func codes(_ server: AppServer) async throws -> [String] {
        try await server.acme.services.attempts.flush()
        let now = server.installation.clock.now
        let query = EventQuery(from: now - .days(1), to: now + .days(1))
        return try await server.acme.services.events.page(
            query,
            PageRequest(limit: 200),
            grant: server.acme.system.grant()
        ).items.compactMap(\.code)
    }

    @Test func `Better Auth refuses with a code of its own, until another session ends`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let token = try await app.signUp()
        try await server.acme.set(Self.reject)

        let rejected = try await app.signIn()
        let wrong = try await app.signIn(password: "wrong horse battery")
        let session = try await app.get("get-session", token: token)
        _ = try await app.post("sign-out", "{}", token: token)
        let accepted = try await app.signIn()

        #expect(rejected.status == 403 && rejected.code == "SESSION_LIMIT_REACHED", "\(rejected.text)")
        #expect(wrong.status == 401, "the limit shows only to those who know the password")
        #expect(session.text != "null")
        #expect(accepted.status == 200, "\(accepted.text)")
        #expect(try await codes(server).sorted() == ["limit.sessions", "pwd.invalid"])
    }

    @Test func `GoTrue refuses with a code of its own, and refreshes the session that there is`() async throws {
        let server = try await AppServer()
        let app = GoTrueClient(server)
        let tokens = try await app.signUp()
        try await app.set(Self.reject)

        let rejected = try await app.signIn()
        let refreshed = try await app.refresh(tokens.refresh)

        #expect(rejected.status == 403 && rejected.code == "session_limit_reached", "\(rejected.text)")
        #expect(refreshed.status == 200, "\(refreshed.text)")
        #expect(try await codes(server) == ["limit.sessions"])
    }

    @Test func `the oldest session ends where the tenant wants that`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let token = try await app.signUp()
        try await server.acme.set { ($0.sessionsPerUser, $0.sessionLimitAction) = (1, .endOldest) }

        let accepted = try await app.signIn()

        #expect(accepted.status == 200, "\(accepted.text)")
        #expect(try await app.get("get-session", token: token).text == "null")
    }

    @Test func `a message that signs in is refused too, and recorded`() async throws {
        let mailbox = Mailbox()
        let server = try await AppServer(mail: mailbox)
        let app = GoTrueClient(server)
        _ = try await app.signUp()
        try await app.set(Self.reject)

        func signIn() async throws -> AppServer.Answer {
            _ = try await app.send(.post, "otp", #"{"email":"ada@example.com","create_user":false,"data":null}"#)
            await server.acme.services.mail.deliver()
            let code = try #require(mailbox.messages.last?.code)
            return try await app.send(
                .post,
                "verify",
                #"{"type":"email","email":"ada@example.com","token":"\#(code)"}"#
            )
        }

        // The first message confirms the address, which ends the session from before.
        let first = try await signIn()
        server.installation.clock.advance(by: .minutes(2))
        let rejected = try await signIn()

        #expect(first.status == 200)
        #expect(rejected.status == 403 && rejected.code == "session_limit_reached", "\(rejected.text)")
        #expect(try await codes(server) == ["limit.sessions"])
    }

    @Test func `Sign in with Apple is refused in both dialects`() async throws {
        let app = try await AppleApp(settings: Self.reject)
        let first = try await app.signIn(app.token())
        app.clock.advance(by: .minutes(1))

        let rejected = try await app.signIn(app.token())
        let byGrant = try await app.signInByGrant(app.token())

        #expect(first.status == 200, "\(first.text)")
        #expect(rejected.status == 403 && rejected.code == "SESSION_LIMIT_REACHED", "\(rejected.text)")
        #expect(byGrant.status == 403 && byGrant.code == "session_limit_reached", "\(byGrant.text)")
        #expect(try await app.attempts().compactMap(\.code) == ["limit.sessions", "limit.sessions"])
    }
}
