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
@testable import Operations
@testable import WebCore
@testable import WebFixtures

/// Signing in with Apple as apps do it, in both dialects.
@Suite struct AppleSignInTests {
    @Test func `a first sign-in makes the account and opens a session, a second finds it, in either dialect`()
        async throws
    {
        let app = try await AppleApp()

        let first = try await app.signIn(app.token(), adding: ["nonce": .string("")])
        app.acme.installation.clock.advance(by: .minutes(1))
        let second = try await app.signInByGrant(app.token())

        #expect(first.status == 200 && second.status == 200, "\(first.text) \(second.text)")
        let user = try #require(try await app.users().first)
        #expect(try await app.users().count == 1 && first.user == user.id.description && second.user == first.user)
        #expect(user.email?.description == "ada@example.com" && user.emailVerified && !user.isAnonymous)
        #expect(try await app.subjects(of: user.id) == [app.ada.subject])
        let token = try #require(try first.json["token"]?.stringValue)
        #expect(try first.headers[.setAuthToken] == token && first.json["redirect"] == false)
        #expect(try await BetterAuthClient(app.server).get("get-session", token: token).user == first.user)
        let tokens = try GoTrueClient.tokens(second)
        #expect(
            try await GoTrueClient(app.server).send(.get, "user", token: tokens.access).json["app_metadata"]?[
                "provider"
            ] == "apple"
        )
        #expect(try await GoTrueClient(app.server).refresh(tokens.refresh).status == 200)
    }

    @Test(arguments: [("raw", "raw"), ("hash", "raw")])
    func `a Better Auth client's nonce is accepted as in the token, or as the text with that hash`(
        form: String,
        sent: String
    ) async throws {
        let app = try await AppleApp { $0.requiresNonce = true }
        let claim = form == "raw" ? sent : "9a4e29deab4c4d1b7e5a1c1ea5f3b7b4"
        let hashed = form == "raw" ? claim : AppleNonce.hash(sent)

        let answer = try await app.signIn(app.token(nonce: hashed), adding: ["nonce": .string(sent)])
        let other = try await app.signInByGrant(
            app.token(nonce: AppleNonce.hash("another")),
            adding: ["nonce": .string(sent)]
        )
        let none = try await app.signIn(app.token())

        #expect(answer.status == 200, "\(answer.text)")
        #expect(try other.status == 400 && other.json["error"] == "invalid nonce", "\(other.text)")
        #expect(none.status == 401 && none.code == "INVALID_TOKEN")
    }

    @Test func `a token for another app is refused, also when that app is another tenant's`() async throws {
        let app = try await AppleApp()
        try await app.connect(app.server.globex, [AppleApp.otherApp])
        try await app.set(of: app.server.globex) { $0.methods = [.apple] }

        let foreign = try await app.signIn(app.token(for: AppleApp.otherApp))
        let byGrant = try await app.signInByGrant(app.token(for: AppleApp.otherApp))
        let own = try await app.signIn(app.token(for: AppleApp.otherApp), at: app.server.globex)

        #expect(foreign.status == 401 && foreign.code == "INVALID_TOKEN")
        #expect(try byGrant.status == 400 && byGrant.json["error"] == "invalid request")
        let users = try await app.users()
        #expect(own.status == 200 && users.isEmpty)
        let events = try await app.attempts()
        #expect(
            events.allSatisfy {
                $0.code == "apple.idtoken.audience" && $0.content.stage == .appleVerify
                    && $0.content.outcome == .rejected
            }
        )
    }

    @Test func `the same subject in two tenants is two users`() async throws {
        let app = try await AppleApp()
        try await app.connect(app.server.globex, [AppleApp.app])
        try await app.set(of: app.server.globex) { $0.methods = [.apple] }
        let token = try app.token()

        let (here, there) = (try await app.signIn(token), try await app.signIn(token, at: app.server.globex))

        #expect(here.status == 200 && there.status == 200 && here.user != there.user)
        #expect(try await app.users().count == 1)
        #expect(try await app.users(of: app.server.globex).count == 1)
    }

    @Test func `while an app moves to another team the person is found by what Apple called them meanwhile, once`()
        async throws
    {
        let app = try await AppleApp()
        let moving = FakeUser(subject: "000001.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.0001")
        let before = try await app.signIn(app.token(of: moving))
        app.clock.advance(by: .minutes(1))
        var claims = app.apple.claims(of: app.ada, for: AppleApp.app)
        claims["transfer_sub"] = .string(moving.subject)

        let moved = try await app.signIn(try app.apple.identityToken(claims))
        app.clock.advance(by: .minutes(1))
        let after = try await app.signIn(app.token())
        let stranger = try await app.signIn(app.token(of: moving))

        #expect(before.status == 200 && moved.user == before.user && after.user == before.user)
        #expect(stranger.status == 200 && stranger.user != before.user)
        let user = try #require(before.user.flatMap { User.ID($0) })
        #expect(try await app.subjects(of: user) == [app.ada.subject])
    }

    @Test func `two subjects with the same address are two users, and only the first has the address`() async throws {
        let app = try await AppleApp()
        let twin = FakeUser(subject: "001234.0123456789abcdef0123456789abcdef.9999", email: app.ada.email)

        let (ada, other) = (try await app.signIn(app.token()), try await app.signIn(app.token(of: twin)))

        #expect(ada.user != other.user && other.status == 200)
        #expect(try await app.users().compactMap(\.email).count == 1)
        let attributes = try await app.attempts().flatMap(\.content.attributes).filter {
            $0.name == "apple.email_of_other_account"
        }
        #expect(attributes.count == 1)
    }

    @Test func `an address never links to the account that registered it with a password`() async throws {
        let app = try await AppleApp { $0.methods = [.apple, .password] }
        let client = BetterAuthClient(app.server)
        let squatter = try await client.signUp("ada@example.com")
        let held = try await client.get("get-session", token: squatter)

        let ada = try await app.signIn(app.token())

        #expect(ada.status == 200 && ada.user != held.user)
        #expect(try await app.users().count == 2)
        #expect(
            try await client.get("get-session", token: squatter).text == "null",
            "Apple has seen whose address it is"
        )
        #expect(try await client.signIn().code == "INVALID_EMAIL_OR_PASSWORD")
        let entry = try #require(try await app.audit(.userUpdated).first)
        #expect(entry.actor == .system && entry.changes == [.init("password", from: "unproven", to: nil)])
    }

    enum AccountState: CaseIterable { case verified, member, unverifiedByApple, own }

    @Test(arguments: AccountState.allCases)
    func `a password that no confirmation has disproven stays`(accountStatus: AccountState) async throws {
        let app = try await AppleApp { $0.methods = [.apple, .password] }
        let client = BetterAuthClient(app.server)
        let token = try await client.signUp("ada@example.com")
        let user = try #require(User.ID(try await client.get("get-session", token: token).user ?? ""))
        let (services, grant) = (app.acme.services, app.acme.system)
        var claims = app.apple.claims(of: app.ada, for: AppleApp.app)
        switch accountStatus {
        case .verified:
            var revision = UserRevision()
            revision.emailVerified = true
            _ = try await services.users.revise(user, revision, grant: grant.grant())
        case .member: _ = try await services.users.assign(role: "on_call", to: user, grant: grant.grant())
        case .unverifiedByApple: claims.set("email_verified", to: "false")
        case .own: break
        }

        let text = try app.apple.identityToken(claims)
        if accountStatus == .own {
            let body = #"{"provider":"apple","idToken":{"token":"\#(text)"}}"#
            #expect(try await client.post("link-social", body, token: token).status == 200)
        } else {
            #expect(try await app.signIn(text).status == 200)
        }

        #expect(try await client.signIn().status == 200)
        #expect(try await client.get("get-session", token: token).user == user.description)
    }

    @Test func `while sign-up is closed a new user is rejected, and an existing one signs in`() async throws {
        let app = try await AppleApp()
        let ada = try await app.signIn(app.token())
        try await app.set { $0.signUp = .closed }
        let grace = FakeUser("grace")

        let stranger = try await app.signIn(app.token(of: grace))
        let byGrant = try await app.signInByGrant(app.token(of: grace))
        app.acme.installation.clock.advance(by: .minutes(1))
        let known = try await app.signIn(app.token())

        #expect(stranger.status == 403 && stranger.code == "SIGNUP_DISABLED")
        #expect(byGrant.status == 422 && byGrant.code == "signup_disabled")
        #expect(known.user == ada.user)
    }

    @Test func `a disabled user gets the reason, and a user whose ban is over signs in`() async throws {
        let app = try await AppleApp()
        _ = try await app.signIn(app.token())
        let user = try #require(try await app.users().first)
        _ = try await app.acme.services.users.disable(user.id, grant: app.acme.system.grant())
        app.acme.installation.clock.advance(by: .minutes(1))

        let banned = try await app.signIn(app.token())
        let byGrant = try await app.signInByGrant(app.token())

        #expect(banned.status == 403 && banned.code == "BANNED_USER")
        #expect(byGrant.status == 403 && byGrant.code == "user_banned")
        #expect(try await app.attempts().contains { $0.code == "account.banned" })
    }

    @Test func `an old identity token is rejected, though Apple's expiry is a day later`() async throws {
        let app = try await AppleApp()
        let (early, late) = (try app.token(), try app.token(of: FakeUser("grace")))

        app.clock.advance(by: .minutes(10))
        let first = try await app.signIn(early)
        app.clock.advance(by: .minutes(2))
        let second = try await app.signIn(late)

        #expect(first.status == 200, "\(first.text)")
        #expect(second.status == 401 && second.code == "INVALID_TOKEN", "\(second.text)")
        #expect(try await app.users().count == 1)
    }

    @Test func `while the method is off every sign-in is rejected`() async throws {
        let app = try await AppleApp()
        try await app.set { $0.methods = [.password] }

        let social = try await app.signIn(app.token())
        let grant = try await app.signInByGrant(app.token())

        #expect(social.status == 404 && social.code == "PROVIDER_NOT_FOUND")
        #expect(grant.status == 400 && grant.code == "provider_disabled")
    }

    @Test func `the method cannot be switched on before the app at Apple is known`() async throws {
        let server = try await AppServer()

        await #expect(throws: DomainError.self) {
            _ = try await server.acme.services.settings.change(expecting: nil, grant: server.acme.system.grant()) {
                $0.methods = [.apple]
            }
        }
        let kept = try await server.installation.stores.settings.settings(of: server.acme.tenant.id).settings
        #expect(kept.methods == [.password])
    }
}
