import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import UseCases
@testable import WebCore
@testable import WebFixtures

/// Takeovers of an account with a part of it are rejected: an address, a mailbox, a password, an old session.
@Suite struct TakeoverTests {
    private let mailbox = Mailbox()

    private func app(
        secondFactor: SecondFactorPolicy = .optional,
        _ edit: @escaping @Sendable (inout TenantSettings) -> Void = { _ in }
    ) async throws -> GoTrueClient {
        let app = GoTrueClient(try await AppServer(secondFactor: secondFactor, mail: mailbox))
        try await app.set(edit)
        return app
    }

    /// Sends the waiting messages, and returns the last one.
    private func message(_ app: GoTrueClient) async throws -> MailMessage {
        await app.server.acme.services.mail.deliver()
        return try #require(mailbox.messages.last)
    }

    private func signUp(_ app: GoTrueClient, _ password: String) async throws -> AppServer.Answer {
        try await app.send(.post, "signup", #"{"email":"vera@example.com","password":"\#(password)"}"#)
    }

    private func verify(_ app: GoTrueClient, _ type: String, _ token: String?) async throws -> AppServer.Answer {
        try await app.send(.post, "verify", #"{"type":"\#(type)","token_hash":"\#(token ?? "")"}"#)
    }

    @Test func `the first sign-up with an address loses all access when its owner confirms it`() async throws {
        let app = try await app { $0.confirmsEmail = true }
        let first = try await signUp(app, "the thief's horse battery")
        // Messages that wait together are sent together, and only the link that was made last is good.
        _ = try await message(app)
        let second = try await signUp(app, "vera's own horse battery")

        let confirmed = try await verify(app, "signup", try await message(app).token)
        let thief = try await app.signIn("vera@example.com", password: "the thief's horse battery")
        let own = try await app.signIn("vera@example.com", password: "vera's own horse battery")
        _ = try await app.send(.post, "recover", #"{"email":"vera@example.com"}"#)
        let recovered = try GoTrueClient.tokens(try await verify(app, "recovery", try await message(app).token))
        _ = try await app.send(.put, "user", #"{"password":"vera's own horse battery"}"#, token: recovered.access)

        #expect(first.status == 200 && second.status == 200 && confirmed.status == 200, "\(confirmed.text)")
        #expect(thief.code == "invalid_credentials" && own.code == "invalid_credentials")
        #expect(try await app.signIn("vera@example.com", password: "vera's own horse battery").status == 200)
    }

    @Test func `a second sign-up with somebody's address changes nothing until it is confirmed`() async throws {
        let app = try await app()
        let acme = app.server.acme
        try await acme.add("Boss", role: .admin)
        let vera = try await app.signUp("vera@example.com")
        try await app.set { $0.confirmsEmail = true }
        let taken = "boss@acme.example"

        let body = #"{"email":"\#(taken)","password":"the thief's horse battery"}"#
        #expect(try await app.send(.post, "signup", body).status == 200)
        #expect(try await signUp(app, "the thief's horse battery").status == 200)
        let result = try await acme.services.console.beginSignIn(
            email: taken,
            password: TestTenant.password,
            tenant: nil,
            from: SignInClient(device: Device(), origin: acme.context().origin)
        )
        let waiting = try await app.signIn("vera@example.com")
        let thief = try await app.signIn("vera@example.com", password: "the thief's horse battery")

        guard case .entered = result else {
            Issue.record("The console asks for more.")
            return
        }
        #expect(waiting.code == "email_not_confirmed", "the password is right still")
        #expect(thief.code == "invalid_credentials", "\(thief.text)")
        #expect(try await app.send(.get, "user", token: vera.access).status == 200)
    }

    @Test func `whichever message confirms an address that two signed up with, the password of the first is gone`()
        async throws
    {
        let app = try await app { $0.confirmsEmail = true }
        _ = try await signUp(app, "the thief's horse battery")
        _ = try await message(app)
        _ = try await signUp(app, "vera's own horse battery")
        _ = try await message(app)
        _ = try await app.send(.post, "resend", #"{"type":"signup","email":"vera@example.com"}"#)

        let confirmed = try await verify(app, "signup", try await message(app).token)
        let entries = try await app.server.acme.services.audit.page(
            PageRequest(),
            filter: AuditFilter(action: .userUpdated),
            grant: app.server.acme.system.grant()
        ).items

        #expect(confirmed.status == 200, "\(confirmed.text)")
        for password in ["the thief's horse battery", "vera's own horse battery"] {
            #expect(try await app.signIn("vera@example.com", password: password).code == "invalid_credentials")
        }
        #expect(entries.contains { $0.changes.contains(.init("identities", from: "contested", to: nil)) }, "\(entries)")
    }

    @Test func `confirming a contested address by an administrator removes every earlier password and session`()
        async throws
    {
        let app = try await app()
        let acme = app.server.acme
        let thief = try await app.signUp("vera@example.com")
        try await app.set { $0.confirmsEmail = true }
        // A new password of the first user does not change that.
        _ = try await signUp(app, "vera's own horse battery")
        let change = try await app.send(.put, "user", #"{"password":"the thief's other battery"}"#, token: thief.access)
        let body = #"{"email_confirm":true}"#

        let confirmed = try await GoTrueClient.administrator(app.server).send(.put, "admin/users/\(thief.user)", body)

        #expect(change.status == 200 && confirmed.status == 200, "\(change.text) \(confirmed.text)")
        #expect(
            try await app.signIn("vera@example.com", password: "the thief's other battery").code
                == "invalid_credentials"
        )
        #expect(try await app.refresh(thief.refresh).status == 400)
        let user = try #require(User.ID(thief.user))
        #expect(try await acme.services.users.user(user, grant: acme.system.grant()).identities.isEmpty)
    }

    @Test func `an account without a password cannot be reauthenticated by one`() async throws {
        let app = try await app { $0.methods = [.password, .anonymous] }
        let acme = app.server.acme
        let user = try await acme.services.users.create(
            .init(email: nil, name: "Ada", role: "customer"),
            grant: acme.system.grant()
        )
        let signedIn = try await acme.services.sessionOpener.open(
            SessionOpening(user, try #require(Role.builtIn.first), by: nil),
            in: acme.context()
        )
        acme.installation.clock.advance(by: .days(2))

        let body = #"{"email":"thief@example.com","password":"another horse battery","current_password":"x"}"#
        let change = try await app.send(.put, "user", body, token: signedIn.token.text)

        #expect(change.code == "reauthentication_needed", "\(change.text)")
    }

    @Test func `a sign-in method that was removed meanwhile opens no session`() async throws {
        let acme = try await app().server.acme
        let kim = try await acme.add("Kim")
        let role = try #require(Role.builtIn.first { $0.name == .customer })

        await #expect(throws: DomainError.notFound(.user)) {
            try await acme.services.sessionOpener.open(SessionOpening(kim, role, by: .apple), in: acme.context())
        }
        #expect(
            try await acme.services.sessionOpener.open(SessionOpening(kim, role, by: nil), in: acme.context()).user.id
                == kim.id
        )
    }

    @Test func `a sign-up while the account waits out a ban counts as well`() async throws {
        let app = try await app()
        let administrator = GoTrueClient.administrator(app.server)
        let thief = try await app.signUp("vera@example.com")
        try await app.set { $0.confirmsEmail = true }
        let ban = try await administrator.send(.put, "admin/users/\(thief.user)", #"{"ban_duration":"1h"}"#)

        _ = try await signUp(app, "vera's own horse battery")
        app.server.acme.installation.clock.advance(by: .hours(2))
        let confirmed = try await administrator.send(.put, "admin/users/\(thief.user)", #"{"email_confirm":true}"#)

        #expect(ban.status == 200 && confirmed.status == 200, "\(ban.text) \(confirmed.text)")
        #expect(try await app.signIn("vera@example.com").code == "invalid_credentials")
    }

    @Test func `a link for a change to the address that they have confirms it, and takes a contested account over`()
        async throws
    {
        let app = try await app()
        let thief = try await app.signUp("vera@example.com")
        try await app.set { $0.confirmsEmail = true }
        _ = try await signUp(app, "vera's own horse battery")
        let made = try await app.server.acme.services.links.make(
            LinkDraft(.changeEmail, newEmail: "vera@example.com"),
            for: #require(User.ID(thief.user)),
            grant: app.server.acme.system.grant()
        )

        let confirmed = try await verify(app, "email_change", made.token.text)

        #expect(confirmed.status == 200, "\(confirmed.text)")
        #expect(try await app.signIn("vera@example.com").code == "invalid_credentials")
        #expect(try await app.refresh(thief.refresh).status == 400)
    }

    @Test func `a user who signs up twice with the same password keeps it`() async throws {
        let app = try await app { $0.confirmsEmail = true }
        var token: String?
        for _ in 1...3 {
            _ = try await signUp(app, "vera's own horse battery")
            token = try await message(app).token
        }

        _ = try await verify(app, "signup", token)

        #expect(try await app.signIn("vera@example.com", password: "vera's own horse battery").status == 200)
    }

    @Test func `a confirmed address keeps its password when another user signs up with it`() async throws {
        let app = try await app { $0.confirmsEmail = true }
        _ = try await signUp(app, "vera's own horse battery")
        _ = try await verify(app, "signup", try await message(app).token)

        _ = try await signUp(app, "the thief's horse battery")

        #expect(try await app.signIn("vera@example.com", password: "vera's own horse battery").status == 200)
        let thief = try await app.signIn("vera@example.com", password: "the thief's horse battery")
        #expect(thief.status == 400 && thief.code == "invalid_credentials", "\(thief.text)")
    }

    @Test(arguments: [SecondFactorPolicy.required, .optional])
    func `a password alone administers nothing by the app where the console asks for more`(
        policy: SecondFactorPolicy
    ) async throws {
        let app = try await app(secondFactor: policy)
        let acme = app.server.acme
        let (boss, kim) = (try await acme.add("Boss", role: .admin), try await acme.add("Kim"))
        let client = BetterAuthClient(app.server)
        let token = try await acme.signIn(boss).token.text
        var backEnd = client
        backEnd.headers = [.authorization: "Bearer \(acme.creation.secretKey.text)"]

        let read = try await client.get("admin/list-users", token: token)
        let change = try await client.post("admin/ban-user", #"{"userId":"\#(kim.id)"}"#, token: token)

        #expect(read.status == (policy == .required ? 403 : 200))
        #expect(change.code == (policy == .required ? "SECOND_FACTOR_REQUIRED" : nil), "\(change.text)")
        #expect(try await backEnd.post("admin/unban-user", #"{"userId":"\#(kim.id)"}"#).status == 200)
    }

    @Test func `an administrator's app session deletes no user ten minutes after the sign-in`() async throws {
        let app = try await app()
        let acme = app.server.acme
        let (boss, kim) = (try await acme.add("Boss", role: .admin), try await acme.add("Kim"))
        let token = try await acme.signIn(boss).token.text
        let body = #"{"userId":"\#(kim.id)"}"#
        acme.installation.clock.advance(by: .minutes(11))

        let late = try await BetterAuthClient(app.server).post("admin/remove-user", body, token: token)
        let again = try await BetterAuthClient(app.server).post(
            "admin/remove-user",
            body,
            token: acme.signIn(boss).token.text
        )

        #expect(late.code == "SESSION_NOT_FRESH", "\(late.text)")
        #expect(again.status == 200, "\(again.text)")
    }

    @Test func `a member has to enter the password for a new email, even in a new session`()
        async throws
    {
        let app = try await app()
        try await app.server.acme.add("Boss", role: .admin)
        let tokens = try GoTrueClient.tokens(try await app.signIn("boss@acme.example"))

        let bare = try await app.send(.put, "user", #"{"email":"thief@example.com"}"#, token: tokens.access)
        let shown = try await app.send(
            .put,
            "user",
            #"{"email":"boss@example.com","current_password":"\#(TestTenant.password)"}"#,
            token: tokens.access
        )

        #expect(bare.code == "reauthentication_needed", "\(bare.text)")
        #expect(shown.status == 200, "\(shown.text)")
    }

    @Test func `signing in by the mailbox voids links that another user requested`() async throws {
        let app = try await app()
        let thief = try await app.signUp("vera@example.com")
        try await app.set { $0.confirmsEmail = true }
        _ = try await app.send(.put, "user", #"{"email":"thief@evil.example"}"#, token: thief.access)
        let change = try await message(app)
        #expect(change.to.description == "thief@evil.example")

        _ = try await app.send(.post, "magiclink", #"{"email":"vera@example.com"}"#)
        let own = try await verify(app, "magiclink", try await message(app).token)
        let late = try await verify(app, "email_change", change.token)

        #expect(own.status == 200, "\(own.text)")
        #expect(late.code == "otp_expired", "\(late.text)")
    }

    @Test func `a link that still waits for its message is not made any more when its session has ended`() async throws
    {
        let app = try await app { $0.confirmsEmail = true }
        _ = try await signUp(app, "vera's own horse battery")
        _ = try await verify(app, "signup", try await message(app).token)
        let stolen = try GoTrueClient.tokens(
            try await app.signIn("vera@example.com", password: "vera's own horse battery")
        )
        let asked = try await app.send(.put, "user", #"{"email":"thief@evil.example"}"#, token: stolen.access)
        let owner = try GoTrueClient.tokens(
            try await app.signIn("vera@example.com", password: "vera's own horse battery")
        )
        _ = try await app.send(.post, "logout?scope=others", "{}", token: owner.access)

        await app.server.acme.services.mail.deliver()

        #expect(asked.status == 200, "\(asked.text)")
        #expect(!mailbox.messages.contains { $0.to.description == "thief@evil.example" })
    }

    @Test func `no message to an unconfirmed mailbox contains text of another user`() async throws {
        let app = try await app { $0.confirmsEmail = true }
        let words = "Your account is locked, see https://evil.example"

        let body = #"{"name":"\#(words)","email":"vera@example.com","password":"the thief's horse battery"}"#
        let answer = try await BetterAuthClient(app.server).post("sign-up/email", body)
        let first = try await message(app)
        _ = try await verify(app, "signup", first.token)
        _ = try await app.send(.post, "recover", #"{"email":"vera@example.com"}"#)
        let later = try await message(app)

        #expect(answer.status == 200, "\(answer.text)")
        #expect(!first.text.contains("evil") && first.toName == nil)
        #expect(later.text.contains("evil"), "it is theirs, who confirmed it")
    }

    @Test func `accepting an invitation confirms the address`() async throws {
        let app = try await app { $0.confirmsEmail = true }
        let services = app.server.acme.services
        let (_, link) = try await services.users.invite(
            .init(email: "vera@example.com", name: "Vera", role: "customer"),
            grant: app.server.acme.system.grant()
        )

        _ = try await services.onboarding.accept(
            invitation: link.text,
            name: nil,
            password: "vera's own horse battery",
            from: .init(address: "203.0.113.7", requestID: "r", trace: nil)
        )

        #expect(try await app.signIn("vera@example.com", password: "vera's own horse battery").status == 200)
    }

    @Test func `a sign-up that is refused makes no account`() async throws {
        let app = try await app { $0.confirmsEmail = true }
        let body = #"{"name":"Vera","email":"vera@example.com","password":"vera's own horse battery""#

        let social = try await BetterAuthClient(app.server).post(
            "sign-up/email",
            body + #","callbackURL":"https://evil.example"}"#
        )
        let grant = try await app.send(
            .post,
            "signup",
            body + #","code_challenge":"short","code_challenge_method":"s256"}"#
        )
        let users = try await app.server.acme.services.users.page(
            UserQuery(),
            PageRequest(),
            grant: app.server.acme.system.grant()
        )

        #expect(social.code == "INVALID_CALLBACK_URL" && grant.status == 400, "\(grant.text)")
        #expect(users.items.isEmpty)
    }
}
