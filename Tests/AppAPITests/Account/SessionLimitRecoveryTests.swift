import Crypto
import Database
import Domain
import Fixtures
import Foundation
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import WebFixtures

/// Sign-ins that a tenant's maximum number of sessions does not refuse.
@Suite struct SessionLimitRecoveryTests {
    private struct World {
        let mailbox = Mailbox()
        let server: AppServer
        let app: GoTrueClient

        /// A user with a confirmed mailbox and one session, which is as many as the tenant allows.
        init() async throws {
            server = try await AppServer(mail: mailbox)
            app = GoTrueClient(server)
            let user = try await app.signUp().user
            let confirmed = try await GoTrueClient.administrator(server).send(
                .put,
                "admin/users/\(user)",
                #"{"email_confirm":true}"#
            )
            #expect(confirmed.status == 200, "\(confirmed.text)")
            try await app.set {
                ($0.sessionsPerUser, $0.sessionLimitAction) = (1, .reject)
                $0.redirects = [RedirectRule("coachme://auth")].compactMap(\.self)
            }
        }

        func message() async throws -> MailMessage {
            await server.acme.services.mail.deliver()
            return try #require(mailbox.messages.last)
        }

        func verify(_ path: String, _ type: String) async throws -> AppServer.Answer {
            _ = try await app.send(.post, path, #"{"email":"ada@example.com"}"#)
            let code = try #require(try await message().code)
            return try await app.send(
                .post,
                "verify",
                #"{"type":"\#(type)","email":"ada@example.com","token":"\#(code)"}"#
            )
        }

        /// Follows the link of a message in the browser, and exchanges its code in the app.
        func exchange(_ path: String, _ purpose: OneTimeLink.Purpose) async throws -> AppServer.Answer {
            let verifier = String(repeating: "verify-", count: 8)
            let challenge = Base64URL.encode(Array(SHA256.hash(data: Data(verifier.utf8))))
            _ = try await app.send(
                .post,
                "\(path)?redirect_to=coachme%3A%2F%2Fauth",
                #"{"email":"ada@example.com","code_challenge":"\#(challenge)","code_challenge_method":"s256"}"#
            )
            let token = try #require(try await message().token)
            let followed = try await server.acme.services.links.follow(
                .token(token),
                for: [purpose],
                handsOver: true,
                in: server.acme.context()
            )
            let code = try #require(followed.exchange).text
            return try await app.send(
                .post,
                "token?grant_type=pkce",
                #"{"auth_code":"\#(code)","code_verifier":"\#(verifier)"}"#
            )
        }
    }

    @Test func `a user who recovers the account replaces the existing session`() async throws {
        let world = try await World()
        #expect(try await world.app.signIn().status == 403)

        let recovered = try await world.verify("recover", "recovery")
        let again = try await world.app.signIn()

        #expect(recovered.status == 200, "\(recovered.text)")
        #expect(again.status == 403, "the recovered session counts like any other")
    }

    @Test func `a recovery whose code the app exchanges is not refused, a sign-in by message is`() async throws {
        let world = try await World()

        let rejected = try await world.exchange("otp", .signIn)
        world.server.installation.clock.advance(by: .minutes(2))
        let recovered = try await world.exchange("recover", .resetPassword)

        #expect(rejected.status == 403 && rejected.code == "session_limit_reached", "\(rejected.text)")
        #expect(recovered.status == 200, "\(recovered.text)")
    }

    @Test func `a right password that the maximum refuses is no failed guess`() async throws {
        let world = try await World()
        _ = try await world.app.signIn(password: "wrong horse battery")
        let failures: SQL = "SELECT count(*) AS n FROM sign_in_failures"
        func count() async throws -> Int {
            try await world.server.installation.control.read(.installation("test")) { try $0.value(failures) ?? -1 }
        }
        #expect(try await count() > 0)

        #expect(try await world.app.signIn().status == 403)

        #expect(try await count() == 0)
    }

    @Test func `linking Apple by its token replaces the session of the request`() async throws {
        let app = try await AppleApp { $0.methods = [.password, .apple] }
        let client = GoTrueClient(app.server)
        let kim = try await client.signUp("kim@example.com")
        try await app.set { ($0.sessionsPerUser, $0.sessionLimitAction) = (1, .reject) }

        let linked = try await client.send(
            .post,
            "token?grant_type=id_token",
            #"{"provider":"apple","id_token":"\#(try app.token())","link_identity":true}"#,
            token: kim.access
        )

        #expect(linked.status == 200, "\(linked.text)")
        #expect(try await client.refresh(kim.refresh).status == 400)
    }
}
