import Domain
import FakeApple
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

/// Apple as another way into an account that exists.
@Suite struct AppleLinkingTests {
    private func app() async throws -> AppleApp {
        try await AppleApp { $0.methods = [.apple, .password, .anonymous] }
    }

    private func link(_ app: AppleApp, _ token: String, of user: FakeUser? = nil) async throws -> AppServer.Answer {
        let body = #"{"provider":"apple","idToken":{"token":"\#(try app.token(of: user))"}}"#
        return try await BetterAuthClient(app.server).post("link-social", body, token: token)
    }

    @Test func `a user with a session links Apple to the account, and can use both methods`() async throws {
        let app = try await app()
        let client = BetterAuthClient(app.server)
        let token = try await client.signUp("kim@example.com")
        let before = try await app.users()

        let linked = try await link(app, token)
        let entered = try await app.signIn(try app.token())
        let accounts = try await client.get("list-accounts", token: token).json.arrayValue?.compactMap {
            $0["providerId"]?.stringValue
        }

        #expect(linked.status == 200 && linked.text == #"{"url":"","status":true,"redirect":false}"#, "\(linked.text)")
        #expect(entered.user == before.first?.id.description)
        #expect(accounts.map(Set.init) == ["credential", "apple"])
        #expect(try await app.users().count == 1)
        #expect(try await app.users().first?.email?.description == "kim@example.com")
        #expect(try await client.signIn("kim@example.com").status == 200)
        #expect(try await app.audit(.identityLinked).count == 1)
        #expect(try await app.attempts(.appleLink).map(\.content.outcome) == [.success])
    }

    @Test func `a lost response can be repeated`() async throws {
        let app = try await app()
        let token = try await BetterAuthClient(app.server).signUp("kim@example.com")
        let body = #"{"provider":"apple","idToken":{"token":"\#(try app.token())"}}"#

        for _ in 1...2 {
            #expect(try await BetterAuthClient(app.server).post("link-social", body, token: token).status == 200)
        }

        #expect(try await app.audit(.identityLinked).count == 1)
    }

    @Test func `an Apple Account of another user cannot be linked, and an account has one at most`() async throws {
        let app = try await app()
        _ = try await app.signIn(try app.token())
        let token = try await BetterAuthClient(app.server).signUp("kim@example.com")

        let foreign = try await link(app, token)
        let own = try await link(app, token, of: FakeUser("grace"))
        let second = try await link(app, token, of: FakeUser("hedy"))

        #expect(foreign.status == 409 && foreign.code == "SOCIAL_ACCOUNT_ALREADY_LINKED", "\(foreign.text)")
        #expect(own.status == 200 && second.code == "SOCIAL_ACCOUNT_ALREADY_LINKED", "\(second.text)")
        #expect(try await app.users().count == 2)
    }

    @Test func `an address that came from Apple unconfirmed is taken over too`() async throws {
        let app = try await app()
        try await app.set { $0.confirmsEmail = true }
        var claims = app.apple.claims(of: app.ada, for: AppleApp.app)
        claims.set("email", to: "vera@example.com")
        claims.set("email_verified", to: false)
        let entered = try await app.signIn(try app.apple.identityToken(claims))
        let thief = try #require(try await app.users().first)

        _ = try await GoTrueClient(app.server).send(
            .post,
            "signup",
            #"{"email":"vera@example.com","password":"vera's own horse battery"}"#
        )
        let made = try await app.acme.services.links.make(
            LinkDraft(.verifyEmail),
            for: thief.id,
            grant: app.acme.system.grant()
        )
        _ = try await app.acme.services.links.follow(
            .token(made.token.text),
            for: [.verifyEmail],
            in: app.acme.context()
        )

        #expect(entered.status == 200 && !thief.emailVerified, "\(entered.text)")
        #expect(try await app.subjects(of: thief.id).isEmpty)
        let token = try #require(try entered.json["token"]?.stringValue)
        #expect(try await !app.isSignedIn(token))
    }

    enum WayIn: CaseIterable { case magicLink, recovery, newPassword, confirmation }

    @Test(arguments: WayIn.allCases)
    func `confirming an address unlinks the Apple Account that an unconfirmed sign-up linked`(
        way: WayIn
    ) async throws {
        let app = try await app()
        let (client, links) = (GoTrueClient(app.server), app.acme.services.links)
        let thief = FakeUser("grace")
        let tokens = try await client.signUp("vera@example.com")
        let session = try await BetterAuthClient(app.server).signIn(
            "vera@example.com",
            password: "correct horse battery"
        )
        #expect(try await link(app, try #require(try session.json["token"]?.stringValue), of: thief).status == 200)
        let vera = try #require(User.ID(tokens.user))
        try await app.set { $0.confirmsEmail = true }

        switch way {
        case .magicLink, .recovery, .confirmation:
            if way == .confirmation {
                _ = try await client.send(
                    .post,
                    "signup",
                    #"{"email":"vera@example.com","password":"vera's own horse battery"}"#
                )
            }
            let purpose: OneTimeLink.Purpose =
                switch way {
                case .magicLink: .signIn
                case .recovery: .resetPassword
                default: .verifyEmail
                }
            let made = try await links.make(LinkDraft(purpose), for: vera, grant: app.acme.system.grant())
            _ = try await links.follow(.token(made.token.text), for: [purpose], in: app.acme.context())
        case .newPassword:
            let made = try await links.make(LinkDraft(.resetPassword), for: vera, grant: app.acme.system.grant())
            _ = try await links.reset(
                made.token.text,
                password: "vera's own horse battery",
                in: app.acme.context()
            )
        }
        app.clock.advance(by: .seconds(1))
        let entered = try await app.signIn(try app.token(of: thief))

        #expect(entered.status == 200 && entered.user != vera.description, "\(entered.text)")
        let password = try await client.signIn("vera@example.com", password: "vera's own horse battery")
        #expect(password.status == (way == .newPassword ? 200 : 400), "\(password.text)")
        #expect(try await client.refresh(tokens.refresh).status == 400)
        #expect(try await app.subjects(of: vera).count == (way == .newPassword ? 1 : 0))
    }

    @Test func `linking needs a new session, and an unknown session is rejected`() async throws {
        let app = try await app()
        let token = try await BetterAuthClient(app.server).signUp("kim@example.com")
        app.clock.advance(by: .days(2))

        #expect(try await link(app, token).code == "SESSION_NOT_FRESH")
        #expect(try await link(app, "gh_s_nobody").status == 401)
        #expect(try await app.subjects(of: app.users()[0].id).count == 1)
    }

    private func linkByGrant(
        _ app: AppleApp,
        _ token: String,
        access: String?,
        adding more: String = #""link_identity":true"#
    ) async throws -> AppServer.Answer {
        let body = #"{"provider":"apple","id_token":"\#(token)",\#(more)}"#
        return try await GoTrueClient(app.server).send(.post, "token?grant_type=id_token", body, token: access)
    }

    @Test func `a Supabase app adds Apple to an account by its token, and takes a way away again`() async throws {
        let app = try await app()
        let client = GoTrueClient(app.server)
        let (kim, lee) = (try await client.signUp("kim@example.com"), try await client.signUp("lee@example.com"))

        let linked = try await linkByGrant(app, try app.token(), access: kim.access)
        let entered = try await app.signInByGrant(try app.token())
        let taken = try await linkByGrant(app, try app.token(), access: lee.access)
        let missing = try await linkByGrant(app, try app.token(), access: nil)
        let forged = try await linkByGrant(app, "a.b.c", access: kim.access)
        let identities = try linked.json["user"]?["identities"]?.arrayValue ?? []
        let ids = identities.compactMap { $0["identity_id"]?.stringValue }

        #expect(linked.status == 200 && identities.count == 2, "\(linked.text)")
        #expect(
            try linked.json["refresh_token"]?.stringValue != kim.refresh,
            "who has an access token alone gets no other's refresh token"
        )
        #expect(try await client.refresh(kim.refresh).status == 200)
        #expect(try entered.json["user"]?["id"]?.stringValue == kim.user)
        #expect(taken.status == 422 && taken.code == "identity_already_exists", "\(taken.text)")
        for value in [#""true""#, "1", "[]"] {
            let vague = try await linkByGrant(
                app,
                try app.token(),
                access: kim.access,
                adding: #""link_identity":\#(value)"#
            )
            #expect(vague.status == 400 && vague.code == "validation_failed", "\(vague.text)")
        }
        #expect(missing.code == "bad_jwt" && forged.status == 400, "\(missing.text) \(forged.text)")
        #expect(
            try await client.send(.delete, "user/identities/\(ids[0])", token: lee.access).code == "identity_not_found"
        )
        #expect(try await client.send(.delete, "user/identities/no-id", token: kim.access).code == "identity_not_found")
        #expect(
            try await client.send(.delete, "user/identities/\(ids[0].uppercased())", token: kim.access).text == "{}"
        )
        let last = try await client.send(.delete, "user/identities/\(ids[1])", token: kim.access)
        #expect(last.status == 422 && last.code == "single_identity_not_deletable", "\(last.text)")
        #expect(try await app.audit(.identityUnlinked).count == 1)
    }

    @Test func `unlinking a sign-in method ends the other sessions that it opened, and no more`() async throws {
        let app = try await app()
        let client = BetterAuthClient(app.server)
        let own = try await client.signUp("kim@example.com")
        #expect(try await link(app, own).status == 200)
        let other = try #require(try await client.signIn("kim@example.com").json["token"]?.stringValue)
        let byApple = try #require(try await app.signIn(try app.token()).json["token"]?.stringValue)
        #expect(try await app.isSignedIn(byApple))

        let unlinked = try await client.post("unlink-account", #"{"providerId":"apple"}"#, token: own)

        #expect(unlinked.status == 200, "\(unlinked.text)")
        #expect(try await !app.isSignedIn(byApple))
        #expect(try await app.isSignedIn(own))
        #expect(try await app.isSignedIn(other))
    }

    @Test func `a Supabase app adds and takes nothing away by a session that is not new, or by a page`() async throws {
        let app = try await app()
        let client = GoTrueClient(app.server)
        let kim = try await client.signUp("kim@example.com")
        let id =
            try await client.send(.get, "user", token: kim.access).json["identities"]?[0]?["identity_id"]?.stringValue
            ?? ""
        let page = try await client.send(.get, "user/identities/authorize?provider=apple", token: kim.access)
        app.clock.advance(by: .days(2))
        let access = try GoTrueClient.tokens(try await client.refresh(kim.refresh)).access

        let linked = try await linkByGrant(app, try app.token(), access: access)
        let unlinked = try await client.send(.delete, "user/identities/\(id)", token: access)

        #expect(page.status == 404 && page.code == "manual_linking_disabled", "\(page.text)")
        #expect(linked.status == 400 && linked.code == "reauthentication_needed", "\(linked.text)")
        #expect(unlinked.status == 400 && unlinked.code == "reauthentication_needed", "\(unlinked.text)")
    }

    @Test func `a member can link Apple with the password only, even in a new session`() async throws {
        let app = try await app()
        let boss = try await app.acme.add("Boss", role: .admin)
        let token = try await app.acme.signIn(boss).token.text
        let client = BetterAuthClient(app.server)
        let identity = try app.token()
        func social(_ more: String) async throws -> AppServer.Answer {
            try await client.post(
                "link-social",
                #"{"provider":"apple","idToken":{"token":"\#(identity)"}\#(more)}"#,
                token: token
            )
        }
        let page = try await client.post("link-social", #"{"provider":"apple","callbackURL":"/account"}"#, token: token)
        let (right, wrong) = (
            #""link_identity":true,"current_password":"\#(TestTenant.password)""#,
            #""link_identity":true,"current_password":"no""#
        )

        #expect(page.code == "PASSWORD_REQUIRED", "\(page.text)")
        #expect(try await social("").code == "PASSWORD_REQUIRED")
        #expect(try await social(#","password":"no""#).code == "INVALID_PASSWORD")
        #expect(try await linkByGrant(app, identity, access: token).code == "reauthentication_needed")
        #expect(try await linkByGrant(app, identity, access: token, adding: wrong).code == "current_password_invalid")
        #expect(try await app.subjects(of: boss.id).count == 1)
        #expect(try await linkByGrant(app, identity, access: token, adding: right).status == 200)
        #expect(try await social(#","password":"\#(TestTenant.password)""#).status == 200)
        #expect(try await app.subjects(of: boss.id).count == 2)
    }

    @Test func `an anonymous user with an old session can link Apple, because they cannot sign in again`() async throws
    {
        let app = try await app()
        let client = GoTrueClient(app.server)
        let guest = try GoTrueClient.tokens(try await client.send(.post, "signup", "{}"))
        app.clock.advance(by: .days(2))
        let access = try GoTrueClient.tokens(try await client.refresh(guest.refresh)).access

        let linked = try await linkByGrant(app, try app.token(), access: access)

        #expect(linked.status == 200, "\(linked.text)")
        #expect(
            try linked.json["user"]?["is_anonymous"] == false && linked.json["user"]?["id"]?.stringValue == guest.user
        )
    }

    @Test func `an anonymous user who links Apple gets its email and is not anonymous any more`() async throws {
        let app = try await app()
        let guest = try GoTrueClient.tokens(try await GoTrueClient(app.server).send(.post, "signup", "{}"))
        let user = try #require(try await app.users().first)
        #expect(user.isAnonymous)
        let session = try #require(
            try await app.acme.services.sessions.page(
                SessionFilter(user: user.id),
                PageRequest(),
                grant: app.acme.system.grant()
            ).items.first?.session
        )

        try await app.acme.services.appleSignIns.link(
            AppleSignInRequest(identityToken: try app.token()),
            to: session.id,
            in: app.acme.context()
        )

        let now = try #require(try await app.users().first)
        #expect(!now.isAnonymous && now.email?.description == "ada@example.com" && now.emailVerified)
        #expect(try await GoTrueClient(app.server).send(.get, "user", token: guest.access).status == 200)
    }

    @Test func `a session that has ended meanwhile links nothing`() async throws {
        let app = try await app()
        let kim = try await app.acme.add("Kim")
        let session = try await app.acme.signIn(kim).session
        try await app.acme.services.sessions.end(session.id, grant: app.acme.system.grant())

        await #expect(throws: AuthFailure.apple(.sessionEnded)) {
            try await app.acme.services.appleSignIns.link(
                AppleSignInRequest(identityToken: try app.token()),
                to: session.id,
                in: app.acme.context()
            )
        }
    }

    @Test func `in a browser Apple's page leads back with Apple added`() async throws {
        let app = try await app()
        let web = AppleApp.otherApp
        try await app.acme.connectApple(
            [AppleApp.app, web],
            teamID: app.team.teamID,
            keyID: app.team.keyID,
            privateKey: app.team.privateKey,
            webClientID: web
        )
        let client = BetterAuthClient(app.server)
        let token = try await client.signUp("kim@example.com")

        let started = try await client.post(
            "link-social",
            #"{"provider":"apple","callbackURL":"/account"}"#,
            token: token
        )
        let address = try #require(URLComponents(string: try started.json["url"]?.stringValue ?? ""))
        let query = Dictionary(uniqueKeysWithValues: (address.queryItems ?? []).map { ($0.name, $0.value ?? "") })
        let cookie = try #require(started.headers[.setCookie]?.split(separator: ";").first.map(String.init))
        let identity = try app.apple.identityToken(of: app.ada, for: web, nonce: query["nonce"])
        let form = "state=\(query["state"] ?? "")&id_token=\(PercentEncoding.encode(identity))"
        let answer = try await app.server.send(
            .post,
            "/t/acme/apple/callback",
            headers: [
                .contentType: "application/x-www-form-urlencoded", .origin: "https://appleid.apple.com",
                .cookie: cookie,
            ],
            body: Array(form.utf8)
        )

        #expect(answer.status == 303 && answer.headers[.location] == "/account", "\(answer.text)")
        // Who links is signed in already: there is no other session.
        #expect(!answer.headers[values: .setCookie].contains { $0.contains("session_token") })
        #expect(try await app.signIn(try app.token()).user == app.users().first?.id.description)
        #expect(try await app.users().count == 1)
    }
}
