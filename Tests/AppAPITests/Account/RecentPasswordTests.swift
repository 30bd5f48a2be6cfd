import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

/// Where an email counts at once and no message can be sent, clients without `current_password` prove the user by a
/// sign-in with the password minutes ago.
@Suite struct RecentPasswordTests {
    private static let agent = "CoachMe/231 CFNetwork/1568.1 Darwin/24.0"
    private static let otherDevice: HTTPFields = [.userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0"]
    private static let signInNeeded =
        "Send current_password, or sign in with the password on this device and try again within ten minutes."

    private let server: AppServer
    private let app: GoTrueClient

    init() async throws {
        server = try await AppServer()
        var app = GoTrueClient(server)
        app.headers[.userAgent] = Self.agent
        self.app = app
        try await app.set { $0.accessTokenLifetime = .minutes(30) }
        _ = try await server.acme.services.users.revise(
            server.acme.add("Kim").id,
            UserRevision(emailVerified: true),
            grant: server.acme.system.grant()
        )
    }

    private func signIn(_ email: String = "kim@acme.example") async throws -> GoTrueClient.Tokens {
        try GoTrueClient.tokens(try await app.signIn(email, password: TestTenant.password))
    }

    private func change(_ token: String, headers: HTTPFields = [:]) async throws -> AppServer.Answer {
        try await app.send(.put, "user", #"{"email":"new@acme.example"}"#, token: token, headers: headers)
    }

    private func expectRejected(_ answer: AppServer.Answer) throws {
        #expect(answer.status == 400 && answer.code == "reauthentication_needed", "\(answer.text)")
        #expect(try answer.json["message"]?.stringValue == Self.signInNeeded)
    }

    @Test func `a session that was opened with the password ten minutes ago changes the email`() async throws {
        let tokens = try await signIn()
        server.installation.clock.advance(by: .minutes(10))

        let changed = try await change(tokens.access)

        #expect(changed.status == 200, "\(changed.text)")
        #expect(try changed.json["email"] == "new@acme.example")
        #expect(try await app.signIn("new@acme.example", password: TestTenant.password).status == 200)
    }

    @Test func `later the user signs in again, and then it works`() async throws {
        let tokens = try await signIn()
        server.installation.clock.advance(by: .seconds(601))

        try expectRejected(try await change(tokens.access))
        #expect(try await change(try await signIn().access).status == 200)
    }

    @Test func `another device cannot use the session for it, even after a refresh`() async throws {
        let tokens = try await signIn()

        try expectRejected(try await change(tokens.access, headers: Self.otherDevice))
        let stolen = try await app.send(
            .post,
            "token?grant_type=refresh_token",
            #"{"refresh_token":"\#(tokens.refresh)"}"#,
            headers: Self.otherDevice
        )
        try expectRejected(
            try await change(try GoTrueClient.tokens(stolen).access, headers: Self.otherDevice)
        )
    }

    @Test func `a session that was refreshed since is no proof on its own device either`() async throws {
        let tokens = try await signIn()
        let refreshed = try await app.send(
            .post,
            "token?grant_type=refresh_token",
            #"{"refresh_token":"\#(tokens.refresh)"}"#
        )

        try expectRejected(try await change(try GoTrueClient.tokens(refreshed).access))
    }

    @Test func `a session that was opened by a link is no proof`() async throws {
        let link = try await GoTrueClient.administrator(server).send(
            .post,
            "admin/generate_link",
            #"{"type":"magiclink","email":"kim@acme.example"}"#
        )
        let token = try #require(try link.json["hashed_token"]?.stringValue, "\(link.text)")
        let tokens = try GoTrueClient.tokens(
            try await app.send(.post, "verify", #"{"type":"magiclink","token_hash":"\#(token)"}"#)
        )

        try expectRejected(try await change(tokens.access))
    }

    @Test func `a user who can enter the console sends the password always`() async throws {
        try await server.acme.add("Boss", role: .admin)
        let tokens = try await signIn("boss@acme.example")

        let answer = try await change(tokens.access)

        #expect(answer.status == 400 && answer.code == "reauthentication_needed", "\(answer.text)")
        let message = try answer.json["message"]?.stringValue
        #expect(message?.hasPrefix("Send current_password. Signing in again is") == true)
    }

    @Test func `the same holds for clients of Better Auth`() async throws {
        let client = BetterAuthClient(server)
        let token = try await client.signUp()
        let body = #"{"newEmail":"ada@new.example"}"#

        server.installation.clock.advance(by: .seconds(601))
        let late = try await client.post("change-email", body, token: token)
        let again = try #require(try await client.signIn().json["token"]?.stringValue)
        let changed = try await client.post("change-email", body, token: again)

        #expect(late.status == 400 && late.code == "SESSION_EXPIRED", "\(late.text)")
        #expect(changed.status == 200, "\(changed.text)")
    }
}
