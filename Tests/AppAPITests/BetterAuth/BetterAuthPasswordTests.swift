import Domain
import Fixtures
import Foundation
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

/// Passwords and addresses in the dialect of Better Auth.
@Suite struct BetterAuthPasswordTests {
    private struct World {
        let mailbox = Mailbox()
        let server: AppServer
        let app: BetterAuthClient

        init(_ edit: (@Sendable (inout TenantSettings) -> Void)? = nil) async throws {
            server = try await AppServer(mail: mailbox)
            app = BetterAuthClient(server)
            if let edit { try await GoTrueClient(server).set(edit) }
        }

        func message() async throws -> MailMessage {
            await server.acme.services.mail.deliver()
            return try #require(mailbox.messages.last)
        }

        func isSignedIn(_ token: String) async throws -> Bool {
            try await app.get("get-session", token: token).text != "null"
        }
    }

    private static let new = "another horse battery"

    @Test(arguments: ["request-password-reset", "forget-password"])
    func `a forgotten password is replaced on the app's own page`(path: String) async throws {
        let world = try await World { $0.redirects = [RedirectRule("https://app.example.com/*")].compactMap(\.self) }
        let before = try await world.app.signUp()

        let asked = try await world.app.post(
            path,
            #"{"email":"ada@example.com","redirectTo":"https://app.example.com/reset?x=1"}"#
        )
        let message = try await world.message()
        let token = try #require(message.token)
        let weak = try await world.app.post("reset-password", #"{"newPassword":"password1","token":"\#(token)"}"#)
        let short = try await world.app.post("reset-password", #"{"newPassword":"short","token":"\#(token)"}"#)
        let reset = try await world.app.post("reset-password?token=\(token)", #"{"newPassword":"\#(Self.new)"}"#)
        let again = try await world.app.post("reset-password", #"{"newPassword":"\#(Self.new)","token":"\#(token)"}"#)

        #expect(asked.status == 200)
        #expect(try asked.json["status"] == true)
        #expect(message.text.contains("https://app.example.com/reset?x=1&token=\(token)"))
        #expect(weak.code == "PASSWORD_COMPROMISED" && short.code == "PASSWORD_TOO_SHORT")
        #expect(reset.status == 200 && again.status == 400 && again.code == "INVALID_TOKEN")
        #expect(try await !world.isSignedIn(before))
        #expect(try await world.app.signIn(password: Self.new).status == 200)
    }

    @Test func `without an app's page the message leads to ours, and no foreign page is taken`() async throws {
        let world = try await World()
        _ = try await world.app.signUp()

        _ = try await world.app.post("request-password-reset", #"{"email":"ada@example.com"}"#)
        #expect(try await world.message().text.contains("/links/gh_l_"))
        for address in [
            "https://evil.example/", "//evil.example", #"/\\evil.example"#, "https://localhost:8080/x",
            "javascript:alert(1)",
        ] {
            let answer = try await world.app.post(
                "request-password-reset",
                #"{"email":"ada@example.com","redirectTo":"\#(address)"}"#
            )
            #expect(answer.status == 403 && answer.code == "INVALID_REDIRECT_URL", "\(address): \(answer.text)")
        }
    }

    @Test func `the response is the same for known and unknown users`() async throws {
        let world = try await World()
        _ = try await world.app.signUp()

        for path in ["request-password-reset", "send-verification-email"] {
            let known = try await world.app.post(path, #"{"email":"ada@example.com"}"#)
            let unknown = try await world.app.post(path, #"{"email":"nobody@example.com"}"#)
            #expect(known.status == 200 && known.bytes == unknown.bytes)
        }
    }

    @Test func `an address is confirmed by the link of a message`() async throws {
        let world = try await World { $0.confirmsEmail = true }
        let body = #"{"name":"Ada","email":"ada@example.com","password":"correct horse battery"}"#
        let made = try await world.app.post("sign-up/email", body)
        let token = try #require(try await world.message().token)

        #expect(try made.json["token"] == .null)
        #expect(try await world.app.signIn().code == "EMAIL_NOT_VERIFIED")
        let page = try await world.app.get("verify-email?token=\(token)&callbackURL=https%3A%2F%2Fevil.example")
        #expect(page.status == 303 && page.headers[.location] == "/links/\(token)")
        let verified = try await world.app.post("verify-email", #"{"token":"\#(token)"}"#)
        #expect(try verified.status == 200 && verified.json["user"]?["emailVerified"] == true)
        #expect(try await world.app.post("verify-email", #"{"token":"\#(token)"}"#).code == "INVALID_TOKEN")
        #expect(try await world.app.signIn().status == 200)
    }

    @Test func `repeated GET requests to a link change nothing`() async throws {
        let world = try await World {
            $0.confirmsEmail = true
            $0.redirects = [RedirectRule("https://app.example.com/*")].compactMap(\.self)
        }
        _ = try await world.app.post(
            "sign-up/email",
            #"{"name":"Ada","email":"ada@example.com","password":"correct horse battery"}"#
        )
        let token = try #require(try await world.message().token)
        let key = world.app.headers

        for method in [HTTPRequest.Method.get, .head, .get] {
            for query in ["", "&callbackURL=https%3A%2F%2Fapp.example.com%2Fin"] {
                let answer = try await world.server.send(
                    method,
                    "/api/auth/verify-email?token=\(token)\(query)",
                    headers: key
                )
                let back = query.isEmpty ? "" : "?return_to=https%3A%2F%2Fapp.example.com%2Fin"
                #expect(
                    answer.status == 303 && answer.headers[.location] == "/links/\(token)\(back)",
                    "\(method) \(query)"
                )
            }
        }

        #expect(try await world.app.signIn().code == "EMAIL_NOT_VERIFIED")
        #expect(try await world.app.get("verify-email?token=nonsense").code == "INVALID_TOKEN")
        #expect(try await world.app.post("verify-email", #"{"token":"\#(token)"}"#).status == 200)
    }

    @Test func `another password needs the current one, and ends the other sessions`() async throws {
        let world = try await World()
        let first = try await world.app.signUp()
        let second = try #require(try await world.app.signIn().json["token"]?.stringValue)

        let wrong = try await world.app.post(
            "change-password",
            #"{"newPassword":"\#(Self.new)","currentPassword":"a wrong one"}"#,
            token: second
        )
        let done = try await world.app.post(
            "change-password",
            #"{"newPassword":"\#(Self.new)","currentPassword":"correct horse battery","revokeOtherSessions":true}"#,
            token: second
        )

        #expect(wrong.status == 400 && wrong.code == "INVALID_PASSWORD")
        #expect(done.status == 200, "\(done.text)")
        #expect(try done.json["token"]?.stringValue == second)
        #expect(try await !world.isSignedIn(first))
        #expect(try await world.isSignedIn(second))
        #expect(
            try await world.app.post("change-password", #"{"newPassword":"x","currentPassword":"y"}"#).status == 401
        )
    }

    @Test func `another address counts at once where none is confirmed, else with its link`() async throws {
        let world = try await World()
        let token = try await world.app.signUp()

        let password = #""password":"correct horse battery""#
        let bare = try await world.app.post("change-email", #"{"newEmail":"new@example.com"}"#, token: token)
        #expect(bare.status == 403 && bare.code == "PASSWORD_REQUIRED", "\(bare.text)")
        #expect(
            try await world.app.post("change-email", #"{"newEmail":"new@example.com",\#(password)}"#, token: token)
                .status == 200
        )
        #expect(try await world.app.signIn("new@example.com").status == 200)
        _ = try await world.app.signUp("eve@example.com")
        #expect(
            try await world.app.post("change-email", #"{"newEmail":"eve@example.com",\#(password)}"#, token: token)
                .status == 422
        )
    }

    @Test(arguments: [
        #"{"email":["a@b.example"]}"#, #"{"email":{"a":1}}"#, #"{"email":null}"#, #"{"email":7}"#, "{}", "[]",
        #"{"email":"nobody"}"#,
    ])
    func `invalid input is rejected with its code`(body: String) async throws {
        let world = try await World()

        for path in ["request-password-reset", "send-verification-email"] {
            #expect(try await world.app.post(path, body).status == 400, "\(path)")
        }
        await world.server.acme.services.mail.deliver()
        #expect(world.mailbox.messages.isEmpty)
    }
}
