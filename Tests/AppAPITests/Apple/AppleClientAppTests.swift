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

/// What the first apps need of signing in with Apple, row by row.
@Suite struct AppleClientAppTests {
    // MARK: InfiniteStories

    @Test func `InfiniteStories: the name of the first sign-in is kept, and later ones without a name leave it`()
        async throws
    {
        let app = try await AppleApp { $0.dialect = .betterAuth }

        let first = try await app.signIn(
            app.token(),
            adding: ["user": ["name": ["firstName": "Ada", "lastName": "Lovelace"], "email": "ada@example.com"]]
        )
        app.acme.installation.clock.advance(by: .minutes(1))
        let later = try await app.signIn(app.token())
        app.acme.installation.clock.advance(by: .minutes(1))
        let other = try await app.signIn(app.token(), adding: ["user": ["name": ["firstName": "Mallory"]]])

        for answer in [first, later, other] {
            #expect(try answer.json["user"]?["name"] == "Ada Lovelace", "\(answer.text)")
        }
    }

    @Test(arguments: [
        ("می\u{200C}خواهم", "می\u{200C}خواهم", false), ("👨\u{200D}👩\u{200D}👧", "👨\u{200D}👩\u{200D}👧", false),
        ("A\u{200B}da\u{202E}", "Ada", true),
        (String(repeating: "a", count: 300), String(repeating: "a", count: 200), true),
    ])
    func `a name that Apple passes once is stored as far as it can be shown, with a note of what was left out`(
        given: String,
        stored: String,
        isNoted: Bool
    ) async throws {
        let app = try await AppleApp()

        let answer = try await app.signIn(app.token(), adding: ["user": ["name": ["firstName": .string(given)]]])

        #expect(answer.status == 200, "\(answer.text)")
        #expect(try await app.users().map(\.name) == [stored])
        let notes = try await app.attempts().flatMap(\.content.attributes).filter { $0.name == "apple.name_altered" }
        #expect(notes.count == (isNoted ? 1 : 0))
    }

    @Test func `an address of Apple's has the spelling of every other address`() async throws {
        let app = try await AppleApp { $0.methods = [.apple, .password] }
        let ada = try await app.acme.services.users.create(
            .init(email: "ada@müller-brot.example", name: "Ada", role: "customer"),
            grant: app.acme.system.grant()
        )
        let twin = FakeUser(subject: app.ada.subject, email: "ada@xn--mller-brot-9db.example")
        let other = FakeUser(subject: FakeUser("zoe").subject, email: "Zoe@Müller-Brot.example")

        let same = try await app.signIn(app.token(of: twin))
        let zoe = try await app.signIn(app.token(of: other))

        #expect(same.status == 200 && same.user != ada.id.description && zoe.status == 200)
        let addresses = try await app.users().compactMap(\.email?.description).sorted()
        #expect(addresses == ["ada@xn--mller-brot-9db.example", "zoe@xn--mller-brot-9db.example"])
    }

    @Test func `InfiniteStories: a name that comes late fills an empty one`() async throws {
        let app = try await AppleApp()
        _ = try await app.signIn(app.token())

        app.acme.installation.clock.advance(by: .minutes(1))
        let late = try await app.signIn(app.token(), adding: ["user": ["name": ["firstName": "Ada", "lastName": nil]]])

        #expect(try late.json["user"]?["name"] == "Ada", "\(late.text)")
        #expect(try await app.users().first?.name == "Ada")
    }

    @Test func `InfiniteStories: a session of Apple's is good for every request and ends for good`() async throws {
        let app = try await AppleApp()
        let client = BetterAuthClient(app.server)
        let token = try #require(try await app.signIn(app.token()).json["token"]?.stringValue)

        #expect(try await client.get("list-sessions", token: token).status == 200)
        _ = try await client.post("sign-out", token: token)
        #expect(try await client.get("list-sessions", token: token).status == 401)
    }

    @Test(arguments: [
        (#"{"idToken":{"token":"a.b.c"}}"#, 400, "VALIDATION_ERROR"),
        (#"{"provider":"apple"}"#, 404, "PROVIDER_NOT_FOUND"),
        (#"{"provider":"apple","idToken":"a.b.c"}"#, 400, "VALIDATION_ERROR"),
        (#"{"provider":"apple","idToken":{"token":7}}"#, 400, "VALIDATION_ERROR"),
        (#"{"provider":"apple","idToken":{"token":"a.b.c","user":{"name":{"firstName":1}}}}"#, 400, "VALIDATION_ERROR"),
        (#"{"provider":"google","idToken":{"token":"a.b.c"}}"#, 404, "PROVIDER_NOT_FOUND"),
        (#"{"provider":"apple","idToken":{"token":"a.b.c"}}"#, 401, "INVALID_TOKEN"),
        (
            #"{"provider":"apple","idToken":{"token":"a.b.c"},"callbackURL":"https://evil.example"}"#, 403,
            "INVALID_CALLBACK_URL"
        ),
    ])
    func `InfiniteStories: what is wrong is said in Better Auth's words`(
        body: String,
        status: Int,
        code: String
    ) async throws {
        let app = try await AppleApp()

        let answer = try await BetterAuthClient(app.server).post("sign-in/social", body)

        #expect(answer.status == status && answer.code == code, "\(answer.text)")
    }

    // MARK: MySubGuard

    @Test func `MySubGuard: a user signs in without scopes and nonce, and no personal data is stored`() async throws {
        let app = try await AppleApp {
            $0.isAnonymous = true
            $0.language = Language("fr")!  // a language
        }
        let account = FakeUser(subject: app.ada.subject)

        let first = try await app.signIn(app.token(of: account))
        app.acme.installation.clock.advance(by: .minutes(1))
        let second = try await app.signInByGrant(app.token(of: account))

        #expect(first.status == 200 && first.user == second.user, "\(first.text)")
        let user = try #require(try await app.users().first)
        #expect(user.email == nil && user.name == nil)
        let subjects = try await app.subjects(of: user.id)
        #expect(subjects.count == 1 && subjects[0].utf8.count == 64 && !second.text.contains(app.ada.subject))
    }

    @Test func `MySubGuard: personal data sent by Apple or the app is not stored, and the session has no address`()
        async throws
    {
        let app = try await AppleApp { $0.isAnonymous = true }

        let answer = try await app.signIn(app.token(), adding: ["user": ["name": ["firstName": "Ada"]]])

        #expect(answer.status == 200 && !answer.text.contains("ada@example.com") && !answer.text.contains("\"Ada\""))
        let user = try #require(try await app.users().first)
        #expect(user.email == nil && user.name == nil)
        let sessions = try await app.acme.services.sessions.page(
            SessionFilter(),
            PageRequest(),
            grant: app.acme.system.grant()
        )
        #expect(sessions.items.count == 1 && sessions.items.allSatisfy { $0.session.address == nil })
        #expect(try await app.attempts().allSatisfy { !"\($0)".contains("ada@") && !"\($0)".contains(app.ada.subject) })
    }

    @Test func `MySubGuard: two results of one attempt are recognised as one`() async throws {
        let app = try await AppleApp { $0.isAnonymous = true }
        let trace = "0af7651916cd43dd8448eb211c80319c"
        let headers: HTTPFields = [HTTPField.Name("traceparent")!: "00-\(trace)-b7ad6b7169203331-01"]

        // One tap opened Apple's sheet twice: each returns a token of its own.
        let first = try await app.signIn(app.token(), headers: headers)
        app.acme.installation.clock.advance(by: .seconds(2))
        let second = try await app.signIn(app.token(), headers: headers)

        #expect(first.user == second.user && first.status == 200, "\(second.text)")
        #expect(try await app.users().count == 1)
        #expect(try await app.audit(.userSignedUp).count == 1)
        let signIns = try await app.attempts(.appleSignIn)
        #expect(signIns.count == 2 && signIns.allSatisfy { $0.content.attempt == TraceID(trace) })
    }

    // MARK: CoachMe

    @Test func `CoachMe: the first sign-in makes the person with a trial of seven days`() async throws {
        let app = try await AppleApp {
            $0.dialect = .gotrue
            $0.defaultAttributes = [DefaultAttribute(name: "trial_ends_at", value: .after(.days(7)))]
        }
        let nonce = "0b1c6e0e-one-of-the-app"

        let answer = try await app.signInByGrant(
            app.token(nonce: AppleNonce.hash(nonce)),
            adding: ["nonce": .string(nonce)]
        )

        #expect(answer.status == 200, "\(answer.text)")
        let ends = (app.acme.installation.clock.now + .days(7)).rfc3339
        #expect(try answer.json["user"]?["app_metadata"]?["trial_ends_at"]?.stringValue == ends)
    }

    @Test func `CoachMe: the full name is saved afterwards`() async throws {
        let app = try await AppleApp()
        let tokens = try GoTrueClient.tokens(try await app.signInByGrant(app.token()))

        let saved = try await GoTrueClient(app.server).send(
            .put,
            "user",
            #"{"data":{"full_name":"Ada Lovelace"}}"#,
            token: tokens.access
        )

        #expect(try saved.json["user_metadata"]?["full_name"] == "Ada Lovelace")
        #expect(try await app.users().first?.name == "Ada Lovelace")
    }

    @Test func `CoachMe: beyond upstream the name can come with the token`() async throws {
        let app = try await AppleApp()

        _ = try await app.signInByGrant(
            app.token(),
            adding: ["user": ["name": ["firstName": "Ada", "lastName": "Lovelace"]]]
        )

        #expect(try await app.users().first?.name == "Ada Lovelace")
    }

    @Test func `CoachMe: what is wrong is said in GoTrue's words`() async throws {
        let app = try await AppleApp()
        var foreign = app.apple.claims(of: app.ada, for: AppleApp.app)
        foreign["iss"] = "https://accounts.google.com"
        let token = try app.token()

        let incomplete = try await app.signInByGrant("")
        let google = try await app.signInByGrant(try app.apple.identityToken(foreign))
        let mismatch = try await app.signInByGrant(token, adding: ["issuer": "https://account.apple.com"])
        let unreadable = try await app.signInByGrant("a.b.c")
        let oneNonce = try await app.signInByGrant(token, adding: ["nonce": "alone"])
        let forged = try await app.signInByGrant(String(token.dropLast(8)) + "AAAAAAAA")

        for answer in [google, mismatch, unreadable] {
            #expect(answer.status == 400 && answer.code == "validation_failed", "\(answer.text)")
        }
        #expect(try incomplete.status == 400 && incomplete.json["error"] == "invalid request" && incomplete.code == nil)
        #expect(try oneNonce.status == 400 && oneNonce.json["error"] == "invalid nonce")
        #expect(try forged.status == 400 && forged.json["error_description"] == "Bad ID token")
        #expect(try await app.users().isEmpty)
    }
}
