import Crypto
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
@testable import WebCore
@testable import WebFixtures

/// What needs a message, in the dialect of GoTrue.
@Suite struct GoTrueMessageTests {
    private struct World {
        let mailbox = Mailbox()
        let server: AppServer
        let app: GoTrueClient

        init(_ edit: (@Sendable (inout TenantSettings) -> Void)? = nil) async throws {
            server = try await AppServer(mail: mailbox)
            app = GoTrueClient(server)
            if let edit { try await app.set(edit) }
        }

        /// Sends the waiting messages, and returns the last one.
        func message() async throws -> MailMessage {
            await server.acme.services.mail.deliver()
            return try #require(mailbox.messages.last)
        }

        func post(_ path: String, _ body: String, token: String? = nil) async throws -> AppServer.Answer {
            try await app.send(.post, path, body, token: token)
        }

        func userIsServed(_ token: String) async throws -> Bool {
            try await app.send(.get, "user", token: token).status == 200
        }
    }

    private static let new = "another horse battery"

    @Test func `a mailbox that was confirmed hears what an administrator did with the account, and no other does`()
        async throws
    {
        let world = try await World()
        let user = try await world.app.signUp().user
        let administrator = GoTrueClient.administrator(world.server)
        func change(_ body: String) async throws -> [String] {
            let before = world.mailbox.messages.count
            let answer = try await administrator.send(.put, "admin/users/\(user)", body)
            #expect(answer.status == 200, "\(answer.text)")
            await world.server.acme.services.mail.deliver()
            return world.mailbox.messages.dropFirst(before).map { "\($0.to): \($0.subject)" }
        }
        let (password, address) = ("Your password for Acme was changed", "Your email address for Acme was changed")

        #expect(try await change(#"{"password":"another horse battery"}"#).isEmpty)
        #expect(try await change(#"{"email_confirm":true,"user_metadata":{"theme":"dark"}}"#).isEmpty)
        #expect(try await change(#"{"password":"a third horse battery"}"#) == ["ada@example.com: \(password)"])
        #expect(try await change(#"{"email":"new@example.com"}"#) == ["ada@example.com: \(address)"])
        #expect(try await change(#"{"email":"newer@example.com"}"#).isEmpty)
        #expect(try await change(#"{"email_confirm":true}"#).isEmpty)
        let doubted = "newer@example.com: Your email address for Acme has to be confirmed again"
        #expect(
            try await change(#"{"email_confirm":false}"#) == [doubted],
            "or a change in two steps would stay unseen"
        )
    }

    @Test func `too many attempts of a link and too many messages have different codes`() async throws {
        let world = try await World()
        let guess = #"{"type":"recovery","token_hash":"gh_l_guess"}"#
        for _ in 0..<20 { #expect(try await world.post("verify", guess).code == "otp_expired") }
        for _ in 0..<4 { #expect(try await world.post("recover", #"{"email":"ada@example.com"}"#).status == 200) }

        let (tries, messages) = (
            try await world.post("verify", guess), try await world.post("recover", #"{"email":"ada@example.com"}"#)
        )
        try await world.server.acme.services.attempts.flush()
        let now = world.server.acme.installation.clock.now
        let events = try await world.server.acme.services.events.page(
            EventQuery(from: now - .hours(1), to: now + .hours(1)),
            PageRequest(limit: 50),
            grant: world.server.acme.system.grant()
        ).items

        #expect(tries.status == 429 && tries.code == "over_request_rate_limit", "\(tries.text)")
        #expect(messages.status == 429 && messages.code == "over_email_send_rate_limit", "\(messages.text)")
        #expect(events.count { $0.code == "limit.requests" } == 1 && events.count { $0.code == "limit.email" } == 1)
    }

    @Test func `a forgotten password is replaced: recover, verify, a new password`() async throws {
        let world = try await World()
        let before = try await world.app.signUp()

        let asked = try await world.post(
            "recover?redirect_to=https%3A%2F%2Fapp.example",
            #"{"email":"ada@example.com"}"#
        )
        let message = try await world.message()
        let token = try #require(message.token)
        let verified = try await world.post("verify", #"{"type":"recovery","token_hash":"\#(token)"}"#)
        let tokens = try GoTrueClient.tokens(verified)
        let set = try await world.app.send(.put, "user", #"{"password":"\#(Self.new)"}"#, token: tokens.access)
        let again = try await world.post("verify", #"{"type":"recovery","token_hash":"\#(token)"}"#)

        #expect(asked.status == 200 && asked.text == "{}")
        #expect(set.status == 200 && tokens.user == before.user)
        #expect(again.status == 403 && again.code == "otp_expired")
        #expect(try await !world.userIsServed(before.access))
        #expect(try await world.userIsServed(tokens.access))
        #expect(try await world.app.signIn(password: Self.new).status == 200)
        #expect(try await world.app.signIn().status == 400)
    }

    @Test func `the digits of the message do as well as its link, in either type that fits`() async throws {
        let world = try await World()
        _ = try await world.app.signUp()

        for type in ["email", "magiclink"] {
            _ = try await world.post("otp", #"{"email":"ada@example.com","create_user":false,"data":null}"#)
            let code = try #require(try await world.message().code)
            let wrong = try await world.post(
                "verify",
                #"{"type":"recovery","email":"ada@example.com","token":"\#(code)"}"#
            )
            let answer = try await world.post(
                "verify",
                #"{"type":"\#(type)","email":"Ada@Example.com","token":"\#(code)"}"#
            )

            #expect(wrong.code == "otp_expired")
            #expect(answer.status == 200, "\(answer.text)")
            #expect(try answer.json["user"]?["email_confirmed_at"] != nil)
        }
    }

    @Test func `the response is the same for every address, and unknown ones get no mail while sign-up is closed`()
        async throws
    {
        let world = try await World { $0.signUp = .closed }
        try await world.server.acme.add("Kim")
        for path in ["recover", "otp", "magiclink", "resend"] {
            let kind = path == "resend" ? #","type":"signup""# : ""
            let known = try await world.post(path, #"{"email":"kim@acme.example"\#(kind)}"#)
            let unknown = try await world.post(path, #"{"email":"nobody@acme.example"\#(kind)}"#)

            #expect(known.status == 200 && unknown.status == 200 && known.bytes == unknown.bytes, "\(path)")
        }
        await world.server.acme.services.mail.deliver()

        #expect(Set(world.mailbox.messages.map(\.to.description)) == ["kim@acme.example"])
    }

    @Test func `an address has to be confirmed before the first session`() async throws {
        let world = try await World { $0.confirmsEmail = true }
        let body = #"{"email":"ada@example.com","password":"correct horse battery"}"#

        let made = try await world.post("signup", body)
        #expect(made.status == 200)
        #expect(try made.json["access_token"] == nil)
        #expect(try await world.app.signIn().code == "email_not_confirmed")
        _ = try await world.message()
        _ = try await world.post("resend", #"{"type":"signup","email":"ada@example.com"}"#)
        let code = try #require(try await world.message().code)
        let verified = try await world.post(
            "verify",
            #"{"type":"signup","email":"ada@example.com","token":"\#(code)"}"#
        )

        #expect(verified.status == 200 && world.mailbox.messages.count == 2)
        #expect(try await world.app.signIn().status == 200)
        let count = world.mailbox.messages.count
        #expect(try await world.post("signup", body).status == 200)
        await world.server.acme.services.mail.deliver()
        #expect(world.mailbox.messages.count == count)
    }

    @Test func `a code that a browser carries is exchanged by the app that keeps the other half`() async throws {
        let world = try await World { $0.redirects = [RedirectRule("coachme://auth")].compactMap(\.self) }
        _ = try await world.app.signUp()
        let verifier = String(repeating: "verify-", count: 8)
        let challenge = Base64URL.encode(Array(SHA256.hash(data: Data(verifier.utf8))))

        _ = try await world.post(
            "otp?redirect_to=coachme%3A%2F%2Fauth",
            #"{"email":"ada@example.com","code_challenge":"\#(challenge)","code_challenge_method":"s256"}"#
        )
        let token = try #require(try await world.message().token)
        let followed = try await world.server.acme.services.links.follow(
            .token(token),
            for: [.signIn],
            handsOver: true,
            in: world.server.acme.context(from: world.server.acme.context().origin)
        )
        let code = try #require(followed.exchange).text
        let stolen = try await world.post(
            "token?grant_type=pkce",
            #"{"auth_code":"\#(code)","code_verifier":"\#(String(repeating: "x", count: 56))"}"#
        )
        let exchanged = try await world.post(
            "token?grant_type=pkce",
            #"{"auth_code":"\#(code)","code_verifier":"\#(verifier)"}"#
        )
        let again = try await world.post(
            "token?grant_type=pkce",
            #"{"auth_code":"\#(code)","code_verifier":"\#(verifier)"}"#
        )

        #expect(followed.link.returnTo == "coachme://auth")
        #expect(stolen.status == 400 && stolen.code == "bad_code_verifier")
        #expect(exchanged.status == 200, "\(exchanged.text)")
        #expect(again.status == 404 && again.code == "flow_state_not_found")
    }

    @Test(arguments: [
        "https://evil.example/", "//evil.example", "javascript://x", "https://localhost:8080.evil.example/", "/x",
    ])
    func `no message leads to an address that is not the tenant's, whatever the request says of hosts`(
        address: String
    ) async throws {
        let world = try await World()
        _ = try await world.app.signUp()
        let escaped = try #require(address.addingPercentEncoding(withAllowedCharacters: .alphanumerics))

        let answer = try await world.server.send(
            .post,
            "/auth/v1/recover?redirect_to=\(escaped)",
            headers: world.app.headers.merging([
                .contentType: "application/json",
                // Tokens, as every name is.
                HTTPField.Name("X-Forwarded-Host")!: "evil.example",
                HTTPField.Name("Forwarded")!: "host=evil.example",
            ]),
            body: Array(#"{"email":"ada@example.com"}"#.utf8),
            host: "evil.example"
        )
        let message = try await world.message()
        let link = try await world.server.acme.services.links.open(
            try #require(message.token),
            from: world.server.acme.context().origin
        )

        #expect(answer.status == 200)
        #expect(!message.text.contains("evil"))
        #expect(link.link.returnTo == nil)
    }

    @Test func `opening the address of a link only leads to our page`() async throws {
        let world = try await World()
        _ = try await world.app.signUp()
        _ = try await world.post("recover", #"{"email":"ada@example.com"}"#)
        let token = try #require(try await world.message().token)

        for _ in 1...3 {
            let answer = try await world.server.send(
                .get,
                "/auth/v1/verify?token=\(token)&type=recovery&redirect_to=https://evil.example"
            )
            #expect(answer.status == 303 && answer.headers[.location] == "/links/\(token)")
        }
        #expect(try await world.server.send(.get, "/auth/v1/verify?token=//evil.example&type=recovery").status == 403)

        #expect(try await world.post("verify", #"{"type":"recovery","token_hash":"\#(token)"}"#).status == 200)
    }

    @Test func `an old session needs the current password, or digits, before another one is set`() async throws {
        let world = try await World()
        let tokens = try await world.app.signUp()
        world.server.installation.clock.advance(by: .days(2))
        let fresh = try GoTrueClient.tokens(try await world.app.refresh(tokens.refresh))
        func set(_ more: String) async throws -> AppServer.Answer {
            try await world.app.send(.put, "user", #"{"password":"\#(Self.new)"\#(more)}"#, token: fresh.access)
        }

        #expect(try await set("").code == "reauthentication_needed")
        #expect(try await set(#","nonce":"12345678""#).code == "reauthentication_not_valid")
        #expect(try await set(#","current_password":"a wrong one""#).code == "current_password_invalid")
        #expect(try await world.app.send(.get, "reauthenticate", token: fresh.access).status == 200)
        let code = try #require(try await world.message().code)
        let done = try await set(#","nonce":"\#(code)""#)
        #expect(done.status == 200, "\(done.text)")
        #expect(
            try await world.app.send(
                .put,
                "user",
                #"{"password":"one more horse battery","nonce":"\#(code)"}"#,
                token: fresh.access
            ).code
                == "reauthentication_not_valid"
        )

        try await world.app.set { $0.securesPasswordChange = false }
        #expect(
            try await world.app.send(.put, "user", #"{"password":"one more horse battery"}"#, token: fresh.access)
                .status == 200
        )
    }

    @Test func `another address counts when its link was used`() async throws {
        let world = try await World { $0.confirmsEmail = true }
        let kim = try await world.server.acme.add("Kim")
        _ = try await world.server.acme.services.users.revise(
            kim.id,
            UserRevision(emailVerified: true),
            grant: world.server.acme.system.grant()
        )
        let tokens = try GoTrueClient.tokens(
            try await world.app.signIn("kim@acme.example", password: TestTenant.password)
        )

        let asked = try await world.app.send(.put, "user", #"{"email":"new@acme.example"}"#, token: tokens.access)
        #expect(try asked.json["user"]?["email"] ?? asked.json["email"] == "kim@acme.example")
        let message = try await world.message()
        #expect(message.to.description == "new@acme.example")
        let token = try #require(message.token)
        let verified = try await world.post("verify", #"{"type":"email_change","token_hash":"\#(token)"}"#)

        #expect(try verified.json["user"]?["email"] == "new@acme.example", "\(verified.text)")
        #expect(try await world.app.signIn("new@acme.example", password: TestTenant.password).status == 200)
        #expect(
            try await world.app.signIn("kim@acme.example", password: TestTenant.password).code == "invalid_credentials"
        )
    }

    @Test func `a message about another address is sent again to that address`() async throws {
        let world = try await World { $0.confirmsEmail = false }
        let tokens = try await world.app.signUp()
        try await world.app.set { $0.confirmsEmail = true }
        _ = try await world.app.send(.put, "user", #"{"email":"lovelace@example.com"}"#, token: tokens.access)
        let first = try #require(try await world.message().token)

        let again = try await world.post("resend", #"{"type":"email_change","email":"ada@example.com"}"#)
        let message = try await world.message()
        let token = try #require(message.token)
        let old = try await world.post("verify", #"{"type":"email_change","token_hash":"\#(first)"}"#)
        let verified = try await world.post("verify", #"{"type":"email_change","token_hash":"\#(token)"}"#)

        #expect(again.status == 200 && message.to.description == "lovelace@example.com" && token != first)
        #expect(old.code == "otp_expired")
        #expect(try verified.json["user"]?["email"] == "lovelace@example.com", "\(verified.text)")
    }

    @Test func `the former mailbox is notified of a new address and a new password, in the user's language`()
        async throws
    {
        let world = try await World()
        let tokens = try await world.app.signUp()
        let data = try await world.app.send(.put, "user", #"{"data":{"locale":"fr-FR"}}"#, token: tokens.access)
        #expect(data.status == 200)

        _ = try await world.app.send(.put, "user", #"{"password":"a horse battery"}"#, token: tokens.access)
        await world.server.acme.services.mail.deliver()
        #expect(world.mailbox.messages.isEmpty, "this mailbox is not confirmed: it may be another user's")
        _ = try await world.post("resend", #"{"type":"signup","email":"ada@example.com"}"#)
        let confirmation = try #require(try await world.message().token)
        #expect(try await world.post("verify", #"{"type":"signup","token_hash":"\#(confirmation)"}"#).status == 200)
        _ = try await world.app.send(.put, "user", #"{"password":"\#(Self.new)"}"#, token: tokens.access)
        let password = try await world.message()
        try await world.app.set { $0.confirmsEmail = true }
        _ = try await world.app.send(.put, "user", #"{"email":"lovelace@example.com"}"#, token: tokens.access)
        let link = try await world.message()
        let verified = try await world.post(
            "verify",
            #"{"type":"email_change","token_hash":"\#(try #require(link.token))"}"#
        )
        let email = try await world.message()

        #expect(password.to.description == "ada@example.com" && password.subject.hasPrefix("Votre mot de passe"))
        #expect(verified.status == 200 && link.to.description == "lovelace@example.com")
        #expect(email.to.description == "ada@example.com" && email.subject.hasPrefix("Votre adresse e-mail"))
        #expect(email.token == nil && password.token == nil && !email.text.contains("lovelace"))
    }

    @Test func `an invited user signs in by the link and sets a password`() async throws {
        let world = try await World()
        let secret = world.server.acme.creation.secretKey.text
        let invited = try await world.app.send(.post, "invite", #"{"email":"grace@example.com"}"#, token: secret)
        let message = try await world.message()
        let token = try #require(
            message.text.firstMatch(of: /gh_i[a-z]*_[A-Za-z0-9_-]+/).map { String($0.output) },
            "\(message.text)"
        )

        let wrongKind = try await world.post("verify", #"{"type":"magiclink","token_hash":"\#(token)"}"#)
        let verified = try await world.post("verify", #"{"type":"invite","token_hash":"\#(token)"}"#)
        let again = try await world.post("verify", #"{"type":"invite","token_hash":"\#(token)"}"#)
        let digits = try await world.post(
            "verify",
            #"{"type":"invite","email":"grace@example.com","token":"12345678"}"#
        )
        let tokens = try GoTrueClient.tokens(verified)
        let set = try await world.app.send(.put, "user", #"{"password":"\#(Self.new)"}"#, token: tokens.access)

        #expect(invited.status == 200 && verified.status == 200, "\(invited.text) \(verified.text)")
        #expect(wrongKind.code == "otp_expired" && again.code == "otp_expired" && digits.code == "otp_expired")
        #expect(set.status == 200, "\(set.text)")
        #expect(try await world.app.signIn("grace@example.com", password: Self.new).status == 200)
    }

    @Test func `another password ends the other sessions, and keeps this one`() async throws {
        let world = try await World()
        let (mine, other) = (try await world.app.signUp(), try GoTrueClient.tokens(try await world.app.signIn()))

        let set = try await world.app.send(.put, "user", #"{"password":"\#(Self.new)"}"#, token: mine.access)

        #expect(set.status == 200)
        #expect(try await world.userIsServed(mine.access))
        #expect(try await !world.userIsServed(other.access))
        #expect(try await world.app.refresh(other.refresh).code == "session_not_found")
    }

    @Test(arguments: ["signup", "magiclink", "recovery", "invite", "email_change_new"])
    func `a backend sends links itself`(type: String) async throws {
        let world = try await World { $0.redirects = [RedirectRule("https://app.example.com/*")].compactMap(\.self) }
        let back = GoTrueClient.administrator(world.server)
        let isKnown = ["recovery", "email_change_new"].contains(type)
        if isKnown { _ = try await world.app.signUp("new@example.com") }

        let answer = try await back.send(
            .post,
            "admin/generate_link?redirect_to=https%3A%2F%2Fapp.example.com%2Fwelcome",
            #"{"type":"\#(type)","email":"new@example.com","new_email":"newer@example.com","password":"correct horse battery","data":{"a":1}}"#
        )
        #expect(answer.status == 200, "\(answer.text)")
        let json = try answer.json
        #expect(json["verification_type"]?.stringValue == type && json["email"] == "new@example.com")
        #expect(world.mailbox.messages.isEmpty && world.server.acme.services.mail.queue.waiting == 0)
        #expect(json["redirect_to"] == "https://app.example.com/welcome")
        guard type != "invite" else { return }
        let token = try #require(json["hashed_token"]?.stringValue)
        #expect(json["action_link"]?.stringValue?.contains("/auth/v1/verify?token=\(token)&type=\(type)") == true)
        let verified = try await world.post(
            "verify",
            #"{"type":"\#(type == "email_change_new" ? "email_change" : type)","token_hash":"\#(token)"}"#
        )
        #expect(verified.status == 200, "\(verified.text)")
    }

    @Test(arguments: ["signup", "magiclink", "recovery", "invite", "email_change_new", "email_change_current"])
    func `a link created by a backend always contains its redirect URL`(type: String) async throws {
        for (redirects, wanted, expected) in [
            ([], nil, "http://localhost:8080"), ([], "https://evil.example/", "http://localhost:8080"),
            (["https://app.example.com/*"], nil, "http://localhost:8080"),
            (["https://app.example.com/*", "coachme://auth"], nil, "coachme://auth"),
            (["coachme://auth"], "https://evil.example/", "coachme://auth"),
            (
                ["https://app.example.com/*", "coachme://auth"], "https://app.example.com/in",
                "https://app.example.com/in"
            ),
        ] as [([String], String?, String)] {
            let world = try await World { $0.redirects = redirects.compactMap { RedirectRule($0) } }
            if !["signup", "invite"].contains(type) { _ = try await world.app.signUp("new@example.com") }
            let redirect = wanted.map { #","redirect_to":"\#($0)""# } ?? ""

            let answer = try await GoTrueClient.administrator(world.server).send(
                .post,
                "admin/generate_link",
                #"{"type":"\#(type)","email":"new@example.com","new_email":"newer@example.com","password":"correct horse battery"\#(redirect)}"#
            )

            #expect(answer.status == 200, "\(answer.text)")
            #expect(try answer.json["redirect_to"]?.stringValue == expected, "\(redirects) \(wanted ?? "nothing")")
        }
    }

    @Test(arguments: ["recover", "otp", "resend", "verify"])
    func `invalid input is rejected with its code`(path: String) async throws {
        let world = try await World()
        for body in [
            "[]", "{", "{}", #"{"email":["ada@example.com"]}"#, #"{"email":{"$ne":1}}"#, #"{"email":null}"#,
            #"{"email":7}"#,
            #"{"email":"ada@example.com","email":"eve@example.com","type":"signup","token":"1"}"#,
            #"{"phone":"+4912345","type":"sms"}"#,
            #"{"email":"ada@example.com","code_challenge":"short","type":"nonsense"}"#,
        ] {
            let answer = try await world.post(path, body)
            #expect(answer.status == 400, "\(path) \(body): \(answer.status) \(answer.text)")
        }
        await world.server.acme.services.mail.deliver()
        #expect(world.mailbox.messages.isEmpty)
    }
}

extension UserRevision {
    init(emailVerified: Bool) {
        self.init()
        self.emailVerified = emailVerified
    }
}
