import Crypto
import Domain
import Fixtures
import Foundation
import HTTPTypes
import StrictJSON
import Testing

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import UseCases
@testable import WebFixtures

/// Another address of an account: who can ask for one, how long the wish outlives its session, and where its link
/// leads.
@Suite struct EmailChangeTests {
    private struct World {
        let mailbox = Mailbox()
        let server: AppServer
        let app: GoTrueClient
        let kim: User

        init(_ edit: @escaping @Sendable (inout TenantSettings) -> Void = { $0.confirmsEmail = true }) async throws {
            server = try await AppServer(mail: mailbox)
            app = GoTrueClient(server)
            try await app.set(edit)
            kim = try await server.acme.services.users.revise(
                server.acme.add("Kim").id,
                UserRevision(emailVerified: true),
                grant: server.acme.system.grant()
            )
        }

        func signIn() async throws -> GoTrueClient.Tokens {
            try GoTrueClient.tokens(try await app.signIn("kim@acme.example", password: TestTenant.password))
        }

        func ask(_ token: String, _ more: String = "", path: String = "user") async throws -> AppServer.Answer {
            try await app.send(.put, path, #"{"email":"new@acme.example"\#(more)}"#, token: token)
        }

        /// What was sent to a mailbox, the latest last.
        func messages(to email: String) async -> [MailMessage] {
            await server.acme.services.mail.deliver()
            return mailbox.messages.filter { $0.to.description == email }
        }

        func resend() async throws -> AppServer.Answer {
            try await app.send(.post, "resend", #"{"type":"email_change","email":"kim@acme.example"}"#)
        }

        func verify(_ token: String?) async throws -> AppServer.Answer {
            try await app.send(.post, "verify", #"{"type":"email_change","token_hash":"\#(token ?? "")"}"#)
        }
    }

    enum Revocation: CaseIterable {
        case administrator, owner, disabled, tenant
    }

    @Test(arguments: Revocation.allCases, [false, true])
    func `a change of address does not outlive the session that asked for it, nor does one that is sent again`(
        by revocation: Revocation,
        resends: Bool
    ) async throws {
        let world = try await World()
        let acme = world.server.acme
        let stolen = try await world.signIn()
        #expect(try await world.ask(stolen.access).status == 200)
        var tokens = await world.messages(to: "new@acme.example").map(\.token)
        if resends {
            #expect(try await world.resend().status == 200)
            tokens = await world.messages(to: "new@acme.example").map(\.token)
            #expect(tokens.count == 2)
        }

        switch revocation {
        case .administrator:
            _ = try await acme.services.sessions.end(SessionFilter(user: world.kim.id), grant: acme.system.grant())
        case .owner:
            _ = try await world.app.send(.post, "logout?scope=others", "{}", token: try await world.signIn().access)
        case .disabled:
            _ = try await acme.services.users.disable(world.kim.id, grant: acme.system.grant())
            _ = try await acme.services.users.enable(world.kim.id, grant: acme.system.grant())
        case .tenant:
            _ = try await acme.services.tenants.suspend(acme.tenant.id, grant: acme.installation.installationGrant)
            _ = try await acme.services.tenants.activate(acme.tenant.id, grant: acme.installation.installationGrant)
        }
        let again = try await world.resend()
        let late = await world.messages(to: "new@acme.example").map(\.token)

        #expect(again.status == 200 && again.text == "{}", "the answer is the same")
        #expect(late.count == tokens.count, "nothing is sent again for a session that has ended")
        for token in late { #expect(try await world.verify(token).code == "otp_expired") }
        #expect(try await world.app.signIn("kim@acme.example", password: TestTenant.password).status == 200)
    }

    @Test func `a resent email change keeps the redirect of its link, for every caller`() async throws {
        let world = try await World {
            $0.confirmsEmail = true
            $0.redirects = ["coachme://auth", "https://other.example/"].compactMap { RedirectRule($0) }
        }
        let tokens = try await world.signIn()
        _ = try await world.ask(tokens.access, path: "user?redirect_to=coachme%3A%2F%2Fauth")
        _ = await world.messages(to: "new@acme.example")
        let body =
            #"{"type":"email_change","email":"kim@acme.example","code_challenge":"\#(String(repeating: "c", count: 43))","code_challenge_method":"plain"}"#

        _ = try await world.app.send(.post, "resend?redirect_to=https%3A%2F%2Fother.example%2F", body)
        let token = try #require(await world.messages(to: "new@acme.example").last?.token)
        let open = try await world.server.acme.services.links.open(token, from: world.server.acme.context().origin)

        #expect(open.link.returnTo == "coachme://auth" && open.link.challenge == nil)
    }

    @Test func `the old mailbox is notified of a requested change, and can stop it and end all sessions`()
        async throws
    {
        let world = try await World()
        let (stolen, own) = (try await world.signIn(), try await world.signIn())
        _ = try await world.ask(stolen.access)

        let notice = try #require(await world.messages(to: "kim@acme.example").last)
        let change = try #require(await world.messages(to: "new@acme.example").last?.token)
        let stop = try #require(notice.token)
        let links = world.server.acme.services.links
        let origin = world.server.acme.context().origin
        _ = try await links.openStop(stop, from: origin)
        let isOpenStill = try await links.open(change, from: origin).link.purpose == .changeEmail
        _ = try await links.stopChange(stop, endsAll: false, in: world.server.acme.context(from: origin))

        #expect(
            notice.subject == "Another email address was asked for in Acme" && !notice.text.contains("new@acme.example")
        )
        #expect(isOpenStill, "opening the link changes nothing")
        #expect(try await world.verify(change).code == "otp_expired")
        #expect(try await world.app.send(.get, "user", token: stolen.access).status == 403)
        #expect(try await world.app.send(.get, "user", token: own.access).status == 200)
        await #expect(throws: AuthFailure.link(.gone)) {
            try await links.stopChange(stop, endsAll: true, in: world.server.acme.context(from: origin))
        }

        let thief = try await world.signIn()
        _ = try await world.ask(thief.access)
        let next = try #require(await world.messages(to: "kim@acme.example").last?.token)
        _ = try await links.stopChange(next, endsAll: true, in: world.server.acme.context(from: origin))

        #expect(try await world.app.send(.get, "user", token: own.access).status == 403)
    }

    @Test func `an unconfirmed mailbox is not notified`() async throws {
        let world = try await World()
        _ = try await world.server.acme.services.users.revise(
            world.kim.id,
            UserRevision(emailVerified: false),
            grant: world.server.acme.system.grant()
        )
        try await world.app.set { $0.confirmsEmail = false }
        let tokens = try await world.signIn()
        try await world.app.set { $0.confirmsEmail = true }
        let before = await world.messages(to: "kim@acme.example").count

        #expect(try await world.ask(tokens.access).status == 200)

        #expect(await world.messages(to: "new@acme.example").count == 1)
        #expect(await world.messages(to: "kim@acme.example").count == before)
    }

    @Test func `a pending change shows, whether or not somebody else has the address`() async throws {
        let world = try await World()
        try await world.server.acme.add("Vic")
        let tokens = try await world.signIn()

        for email in ["new@acme.example", "vic@acme.example"] {
            let asked = try await world.app.send(.put, "user", #"{"email":"\#(email)"}"#, token: tokens.access).json
            let sent = await world.messages(to: email).count
            let read = try await world.app.send(.get, "user", token: tokens.access).json

            for json in [asked, read] {
                #expect(json["email"] == "kim@acme.example" && json["new_email"]?.stringValue == email, "\(json)")
                #expect(json["email_change_sent_at"] != nil)
            }
            #expect(sent == (email == "new@acme.example" ? 1 : 0), "somebody else's mailbox gets nothing")
        }

        _ = try await world.app.send(.post, "logout?scope=local", "{}", token: tokens.access)
        let later = try await world.app.send(.get, "user", token: try await world.signIn().access).json
        #expect(later["new_email"] == nil && later["email_change_sent_at"] == nil)
    }

    @Test func `the link to a new address leads back with a code for an app that keeps the other half`() async throws {
        let world = try await World {
            $0.confirmsEmail = true
            $0.redirects = [RedirectRule("coachme://auth")].compactMap(\.self)
        }
        let verifier = String(repeating: "verify-", count: 8)
        let challenge = Base64URL.encode(Array(SHA256.hash(data: Data(verifier.utf8))))
        let tokens = try await world.signIn()

        let asked = try await world.ask(
            tokens.access,
            #","code_challenge":"\#(challenge)","code_challenge_method":"s256""#
        )
        let token = try #require(await world.messages(to: "new@acme.example").last?.token)
        let followed = try await world.server.acme.services.links.follow(
            .token(token),
            for: [.changeEmail],
            handsOver: true,
            in: world.server.acme.context(from: world.server.acme.context().origin)
        )
        let code = try #require(followed.exchange).text
        let exchanged = try await world.app.send(
            .post,
            "token?grant_type=pkce",
            #"{"auth_code":"\#(code)","code_verifier":"\#(verifier)"}"#
        )
        let bad = try await world.ask(tokens.access, #","code_challenge":"short""#)

        #expect(asked.status == 200, "\(asked.text)")
        #expect(followed.link.returnTo == "coachme://auth" && followed.link.opensSession)
        #expect(try exchanged.json["user"]?["email"] == "new@acme.example", "\(exchanged.text)")
        #expect(bad.status == 400 && bad.code == "validation_failed", "\(bad.text)")
    }

    @Test func `an app that keeps nothing is led back with a session behind the number sign`() async throws {
        let world = try await World {
            $0.confirmsEmail = true
            $0.redirects = [RedirectRule("coachme://auth")].compactMap(\.self)
        }
        _ = try await world.ask(try await world.signIn().access, #","code_challenge":null"#)
        let token = try #require(await world.messages(to: "new@acme.example").last?.token)

        let open = try await world.server.acme.services.links.open(token, from: world.server.acme.context().origin)

        #expect(open.link.returnTo == "coachme://auth" && open.link.opensSession && open.link.challenge == nil)
    }

    @Test func `where an address counts at once, a new session alone does not move it`() async throws {
        let world = try await World { $0.confirmsEmail = false }
        let tokens = try await world.signIn()

        let bare = try await world.ask(tokens.access)
        let both = try await world.ask(tokens.access, #","password":"another horse battery""#)
        let wrong = try await world.ask(tokens.access, #","current_password":"a wrong one""#)
        _ = try await world.app.send(.get, "reauthenticate", token: tokens.access)
        let code = try #require(await world.messages(to: "kim@acme.example").last?.code)
        let digits = try await world.ask(tokens.access, #","nonce":"\#(code)""#)
        let shown = try await world.app.send(
            .put,
            "user",
            #"{"email":"newer@acme.example","current_password":"\#(TestTenant.password)"}"#,
            token: tokens.access
        )

        #expect(
            bare.code == "reauthentication_needed" && both.code == "reauthentication_needed",
            "\(bare.text) \(both.text)"
        )
        #expect(
            try bare.json["message"]
                == "Send current_password or a reauthentication nonce. Signing in again is not enough for this."
        )
        #expect(wrong.code == "current_password_invalid")
        #expect(try digits.json["email"] == "new@acme.example", "\(digits.text)")
        #expect(try shown.json["email"] == "newer@acme.example", "\(shown.text)")
    }
}
