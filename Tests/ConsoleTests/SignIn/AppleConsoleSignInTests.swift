import AppleID
import Domain
import FakeApple
import Fixtures
import Foundation
import HTTPTypes
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

/// Sign-in to the console with Apple, for users with an account and a role.
@Suite struct AppleConsoleSignInTests {
    private static let web = "com.example.app.web"

    /// The console of acme, whose users Ada (Apple's `ada`) and Vic sign in to its app with Apple.
    private struct Stage {
        let apple: FakeApple
        let site: ConsoleSite

        init(secondFactor: SecondFactorPolicy = .optional) async throws {
            let clock = TestClock()
            let now: @Sendable () -> Timestamp = { clock.now }
            apple = try await FakeApple.start(now: now)
            let team = apple.register(clientIDs: [AppleConsoleSignInTests.web])
            let connection = AppleConnection(base: apple.url, limits: .patient)
            site = try await ConsoleSite(
                secondFactor: secondFactor,
                clock: clock,
                apple: AppleServers(connection, at: apple, now: now)
            )
            try await site.acme.connectApple(
                [AppleConsoleSignInTests.web],
                teamID: team.teamID,
                keyID: team.keyID,
                privateKey: team.privateKey,
                webClientID: AppleConsoleSignInTests.web
            )
            let acme = site.acme
            _ = try await acme.services.settings.change(expecting: nil, grant: acme.system.grant()) {
                $0.methods.insert(.apple)
            }
        }

        /// Signs a new user up in the app, and assigns a role.
        func user(_ subject: String, role: Role.Name) async throws -> User {
            let token = try apple.identityToken(of: FakeUser(subject), for: AppleConsoleSignInTests.web)
            let place = SignInContext(
                tenant: site.acme.tenant,
                client: SignInClient(
                    device: Device(),
                    origin: .init(address: "203.0.113.9", requestID: "r", trace: nil)
                )
            )
            let user = try await site.services.appleSignIns.signIn(AppleSignInRequest(identityToken: token), in: place)
                .user
            guard role != .customer else { return user }
            return try await site.services.users.assign(
                role: role.description,
                to: user.id,
                grant: site.acme.system.grant()
            )
        }

        /// What a browser does from the sign-in page to Apple's page.
        func leave(
            _ browser: inout ConsoleBrowser,
            to: String = "",
            tenant: String = "acme"
        ) async throws -> ConsolePage {
            let path = "/sign-in/apple" + to
            return try await browser.send(path, on: path, ["tenant": tenant])
        }

        /// What Apple's page makes the browser post.
        func comeBack(
            _ browser: inout ConsoleBrowser,
            from page: ConsolePage,
            as subject: String,
            nonce: String? = nil
        ) async throws -> ConsolePage {
            let query = try AppleConsoleSignInTests.query(page)
            let token = try apple.identityToken(
                of: FakeUser(subject),
                for: AppleConsoleSignInTests.web,
                nonce: nonce ?? query["nonce"]
            )
            return try await browser.post(
                "/t/acme/apple/callback",
                ["state": query["state"] ?? "", "code": "unused", "id_token": token],
                headers: [.origin: "https://appleid.apple.com", .secFetchSite: "cross-site"]
            )
        }
    }

    private static func query(_ page: ConsolePage) throws -> [String: String] {
        let refresh = try #require(page.headers[.refresh], "\(page.status)")
        let address = try #require(URLComponents(string: String(refresh.trimmingPrefix("0; url="))))
        return Dictionary((address.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    @Test func `a member signs in with Apple and is redirected to the requested page`() async throws {
        let stage = try await Stage()
        _ = try await stage.user("ada", role: .admin)
        var browser = stage.site.browser
        let signIn = try await browser.open("/sign-in?to=%2Ft%2Facme%2Froles")

        let leaving = try await stage.leave(&browser, to: "?to=%2Ft%2Facme%2Froles")
        let back = try await stage.comeBack(&browser, from: leaving, as: "ada")
        let roles = try await browser.open("/t/acme/roles")

        #expect(signIn.html.contains("href=\"/sign-in/apple?to=%2Ft%2Facme%2Froles\""))
        #expect(leaving.status == .ok && leaving.html.contains("Continue to Apple"))
        #expect(try Self.query(leaving)["scope"] == nil)
        #expect(back.status == .seeOther && back.location == "/t/acme/roles", "\(back.html)")
        #expect(roles.status == .ok)
        let session = try #require(
            try await stage.site.services.sessions.page(
                .init(kind: .console),
                PageRequest(),
                grant: stage.site.acme.system.grant()
            )
            .items.first
        )
        #expect(session.session.provider == .apple)
    }

    @Test func `members of a suspended tenant can neither begin nor finish a sign-in with Apple`() async throws {
        let stage = try await Stage()
        _ = try await stage.user("ada", role: .admin)
        var browser = stage.site.browser
        let leaving = try await stage.leave(&browser)
        _ = try await stage.site.services.tenants.suspend(
            stage.site.acme.tenant.id,
            grant: stage.site.installation.installationGrant
        )

        let back = try await stage.comeBack(&browser, from: leaving, as: "ada")
        let again = try await stage.leave(&browser)

        #expect(back.status == .seeOther && back.location == "/sign-in", "\(back.html)")
        #expect(again.status == .unprocessableContent)
        let sessions = try await stage.site.services.sessions.page(
            .init(kind: .console),
            PageRequest(),
            grant: stage.site.acme.system.grant()
        )
        #expect(sessions.items.isEmpty)
    }

    @Test func `the console's sign-in creates no account, and rejects a user without a console role`() async throws {
        let stage = try await Stage()
        _ = try await stage.user("carl", role: .customer)
        let before = try await stage.site.services.users.page(
            UserQuery(),
            PageRequest(),
            grant: stage.site.acme.system.grant()
        ).items.count

        for subject in ["carl", "nobody"] {
            var browser = stage.site.browser
            let leaving = try await stage.leave(&browser)
            let back = try await stage.comeBack(&browser, from: leaving, as: subject)
            let signIn = try await browser.open("/sign-in")

            #expect(back.location == "/sign-in" && browser.cookies["gh"] == nil, "\(subject)")
            #expect(signIn.html.contains("This Apple Account has no console access."), "\(subject)")
        }
        let after = try await stage.site.services.users.page(
            UserQuery(),
            PageRequest(),
            grant: stage.site.acme.system.grant()
        ).items.count
        #expect(before == after)
    }

    @Test func `a second factor is asked for after Apple too`() async throws {
        let stage = try await Stage()
        _ = try await stage.user("ada", role: .admin)
        var first = stage.site.browser
        _ = try await stage.comeBack(&first, from: try await stage.leave(&first), as: "ada")
        let session = try #require(first.cookies["gh"])
        let consoleUser = try #require(try await stage.site.services.console.authenticationState(session)).consoleUser
        let seed = stage.site.services.secondFactors.seed(for: consoleUser, session: session)
        func code() -> String { TOTP.text(seed.bytes, step: TOTP.step(at: stage.site.installation.clock.now)) }
        _ = try await first.send("/account/second-factor", on: "/account/second-factor", ["code": code()])
        stage.site.installation.clock.advance(by: .minutes(2))

        var browser = stage.site.browser
        let back = try await stage.comeBack(&browser, from: try await stage.leave(&browser), as: "ada")
        let outside = browser.cookies["gh"]
        let entered = try await browser.send("/sign-in/code", on: "/sign-in/code", ["code": code()])

        #expect(back.location == "/sign-in/code" && outside == nil)
        #expect(entered.location == "/t/acme" && browser.cookies["gh"] != nil, "\(entered.html)")
    }

    @Test func `a token of another flow is rejected, and a cancelled sign-in is reported`() async throws {
        let stage = try await Stage()
        _ = try await stage.user("ada", role: .admin)
        var browser = stage.site.browser

        let forged = try await stage.comeBack(
            &browser,
            from: try await stage.leave(&browser),
            as: "ada",
            nonce: "of another try"
        )
        let rejected = try await browser.open("/sign-in")
        let state = try Self.query(try await stage.leave(&browser))["state"] ?? ""
        _ = try await browser.post(
            "/t/acme/apple/callback",
            ["state": state, "error": "user_cancelled_authorize"],
            headers: [.secFetchSite: "cross-site"]
        )
        let cancelled = try await browser.open("/sign-in")

        #expect(forged.location == "/sign-in" && browser.cookies["gh"] == nil)
        #expect(rejected.html.contains("Apple’s response was invalid or expired."))
        #expect(cancelled.html.contains("You did not sign in with Apple."))
    }

    @Test func `the sign-in page does not list tenants`() async throws {
        let stage = try await Stage()
        var browser = stage.site.browser

        let known = try await stage.leave(&browser, tenant: "globex")
        let unknown = try await stage.leave(&browser, tenant: "initech")
        let malformed = try await stage.leave(&browser, tenant: "no such!")

        let sentence = "Sign in with Apple is not available for this tenant."
        #expect(known.status == .unprocessableContent && known.html.contains(sentence), "\(known.html)")
        #expect(unknown.status == .unprocessableContent && unknown.html.contains(sentence))
        #expect(malformed.html.contains("Enter the tenant&#39;s slug"))
    }

    @Test func `the sign-in page offers Apple only if a tenant has a Services ID`() async throws {
        let site = try await ConsoleSite()
        var browser = site.browser

        let signIn = try await browser.open("/sign-in")

        #expect(!signIn.html.contains("Apple"))
    }
}
