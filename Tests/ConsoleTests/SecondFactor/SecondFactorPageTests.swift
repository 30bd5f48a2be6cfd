import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct SecondFactorPageTests {
    static let page = "/account/second-factor"

    private func seed(_ session: String?, _ site: ConsoleSite) async throws -> TOTPSecret {
        let session = try #require(session)
        let consoleUser = try #require(try await site.services.console.authenticationState(session)).consoleUser
        return site.services.secondFactors.seed(for: consoleUser, session: session)
    }

    private func code(_ session: String?, _ site: ConsoleSite) async throws -> String {
        let seed = try await seed(session, site)
        return TOTP.text(seed.bytes, step: TOTP.step(at: site.installation.clock.now))
    }

    /// Sets it up, and lets its first code grow old.
    func setUp(
        _ browser: inout ConsoleBrowser,
        _ site: ConsoleSite
    ) async throws -> (session: String, page: ConsolePage) {
        let session = try #require(browser.cookies["gh"])
        let answer = try await browser.send(Self.page, on: Self.page, ["code": try await code(session, site)])
        site.installation.clock.advance(by: .minutes(2))
        return (session, answer)
    }

    private func recoveryCodes(_ page: ConsolePage) -> [String] {
        page.html.matches(of: #/<li class="id">(?<code>[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4})<\/li>/#).map {
            String($0.code)
        }
    }

    @Test
    func `the page shows the key as a picture, as text and as an address, and no code sets it up but the right one`()
        async throws
    {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let page = try await browser.open(Self.page)
        let seed = try await seed(browser.cookies["gh"], site)

        let wrong = try await browser.send(Self.page, on: page, ["code": "000000"])
        let (_, answer) = try await setUp(&browser, site)

        #expect(page.html.contains("<svg class=\"qr\""))
        #expect(
            page.html.contains(
                "otpauth://totp/Gatehouse%20acme:ada%40acme.example?secret=\(seed.text)&amp;issuer=Gatehouse%20acme"
            )
        )
        #expect(page.headers[.cacheControl]?.contains("no-store") == true)
        #expect(wrong.status == .unprocessableContent)
        #expect(wrong.html.contains("This code is wrong."))
        #expect(Set(recoveryCodes(answer)).count == 10)
        let after = try await browser.open(Self.page)
        #expect(after.html.contains("Two-factor authentication is on"))
        #expect(!after.html.contains(seed.text))
        #expect(recoveryCodes(after).isEmpty)
        #expect(try await site.audit().contains { $0.action == .secondFactorSet && $0.actor == .user(site.ada.id) })
    }

    @Test func `sign-in asks for the code after the password, and redirects to the requested page`() async throws {
        let site = try await ConsoleSite()
        var first = try await site.browser(of: site.ada)
        let (session, _) = try await setUp(&first, site)
        var browser = site.browser
        let signIn = try await browser.open("/sign-in?to=%2Ft%2Facme%2Froles")

        let password = try await browser.send(
            "/sign-in?to=%2Ft%2Facme%2Froles",
            on: signIn,
            ["email": "ada@acme.example", "password": TestTenant.password]
        )
        let outside = browser.cookies["gh"]
        let path = try #require(password.location)
        let wrong = try await browser.send(path, on: path, ["code": "000000"])
        let right = try await browser.send(path, on: wrong, ["code": try await code(session, site)])

        #expect(path == "/sign-in/code?to=%2Ft%2Facme%2Froles")
        #expect(outside == nil)
        #expect(wrong.status == .unauthorized)
        #expect(wrong.html.contains("This code is wrong."))
        #expect(right.location == "/t/acme/roles")
        #expect(browser.cookies["gh-code"] == nil)
        #expect(try await browser.open("/t/acme/roles").status == .ok)
    }

    @Test func `without the password no code is asked for`() async throws {
        let site = try await ConsoleSite()
        var browser = site.browser

        let page = try await browser.open("/sign-in/code")
        _ = try await browser.open("/sign-in")
        let token = site.console.tokens.token(for: "/sign-in/code", holder: try #require(browser.cookies["gh-door"]))
        let forged = try await browser.with(cookies: browser.cookies.merging(["gh-code": "AAAA"]) { $1 }).posted(
            "/sign-in/code",
            [("csrf", token), ("code", "123456")]
        )

        #expect(page.location == "/sign-in")
        #expect(forged.location == "/sign-in")
    }

    @Test func `guesses are counted, and the form says when to come back`() async throws {
        let site = try await ConsoleSite()
        var first = try await site.browser(of: site.ada)
        _ = try await setUp(&first, site)
        var browser = site.browser
        _ = try await browser.send(
            "/sign-in",
            on: "/sign-in",
            ["email": "ada@acme.example", "password": TestTenant.password]
        )

        var statuses: [Int] = []
        for _ in 0..<11 {
            let answer = try await browser.send("/sign-in/code", on: "/sign-in/code", ["code": "000000"])
            statuses.append(answer.status.code)
            if answer.status.code == 429 { #expect(answer.headers[.retryAfter] != nil) }
        }

        #expect(statuses == Array(repeating: 401, count: 10) + [429])
    }

    @Test func `a member who needs a second factor is led to its setup, and can only sign out`() async throws {
        let site = try await ConsoleSite(secondFactor: .required)
        var browser = try await site.browser(of: site.ada)

        let led = try await browser.open("/t/acme/users")
        let form = try await browser.open(try #require(led.location))
        let token = site.console.tokens.token(for: "/t/acme/keys", holder: try #require(browser.cookies["gh"]))
        let rejected = try await browser.post(
            "/t/acme/keys",
            hidden: [("csrf", token)],
            ["name": "New", "kind": "ingest"]
        )
        let (_, kept) = try await setUp(&browser, site)
        let inside = try await browser.open("/t/acme/users")

        #expect(led.location == "/account/second-factor?to=%2Ft%2Facme%2Fusers")
        #expect(form.html.contains("it requires two-factor authentication"))
        #expect(form.form("/sign-out") != nil)
        #expect(rejected.status == .seeOther)
        #expect(rejected.location?.hasPrefix(Self.page) == true)
        #expect(
            try await site.services.keys.page(PageRequest(limit: 50), grant: site.acme.system.grant()).items.allSatisfy
            { $0.name != "New" }
        )
        #expect(kept.status == .ok)
        #expect(inside.status == .ok)
    }

    @Test func `a member without the required second factor can sign out, and a read-only member needs none`()
        async throws
    {
        let site = try await ConsoleSite(secondFactor: .required)
        var ada = try await site.browser(of: site.ada)
        var vic = try await site.browser(of: site.vic)

        let out = try await ada.send("/sign-out", on: Self.page)

        #expect(out.location == "/sign-in")
        #expect(try await vic.open("/t/acme/users").status == .ok)
    }

    @Test func `new recovery codes and switching off take a code`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let (session, first) = try await setUp(&browser, site)
        let change = Self.page + "/change"

        let wrong = try await browser.send(change, on: Self.page, ["code": "000000", "wish": "removal"])
        let renewed = try await browser.send(
            change,
            on: Self.page,
            ["code": try await code(session, site), "wish": "recovery"]
        )
        let used = try await browser.send(change, on: Self.page, ["code": recoveryCodes(first)[0], "wish": "removal"])
        let off = try await browser.send(change, on: Self.page, ["code": recoveryCodes(renewed)[0], "wish": "removal"])

        #expect(wrong.status == .unprocessableContent)
        #expect(Set(recoveryCodes(renewed)).isDisjoint(with: recoveryCodes(first)))
        #expect(used.status == .unprocessableContent)
        #expect(off.location == Self.page)
        #expect(try await browser.open(Self.page).html.contains("Set up two-factor authentication"))
        #expect(try await site.audit().contains { $0.action == .secondFactorRemoved })
    }

    @Test func `what is hard to undo asks for the password again, and leads back`() async throws {
        let site = try await ConsoleSite()
        let bob = try await site.acme.add("Bob")
        var browser = try await site.browser(of: site.ada)
        let question = "/t/acme/users/\(bob.id)/deletion"
        let form = try await browser.open(question)
        site.installation.clock.advance(by: .minutes(11))

        let asked = try await browser.open(question)
        let pressed = try await browser.send(question, on: form)
        let key = try await browser.send("/t/acme/keys", on: "/t/acme/keys", ["name": "Back end", "kind": "secret"])
        let proof = try #require(pressed.location)
        let wrong = try await browser.send(proof, on: proof, ["password": "not the password"])
        let right = try await browser.send(proof, on: proof, ["password": TestTenant.password])
        let deleted = try await browser.send(question, on: try await browser.open(try #require(right.location)))

        #expect(asked.location == pressed.location)
        #expect(key.location == "/proof?to=%2Ft%2Facme%2Fkeys")
        #expect(wrong.status == .unprocessableContent)
        #expect(wrong.html.contains("This is not your password."))
        #expect(right.location == question)
        #expect(deleted.location == "/t/acme/users")
        #expect(try await site.audit().allSatisfy { $0.action != .denied })
    }

    @Test func `setting up a second factor needs a recent proof`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let form = try await browser.open(Self.page)
        site.installation.clock.advance(by: .minutes(11))

        let asked = try await browser.open(Self.page)
        let pressed = try await browser.send(Self.page, on: form, ["code": try await code(browser.cookies["gh"], site)])
        let proof = try #require(asked.location)
        let right = try await browser.send(proof, on: proof, ["password": TestTenant.password])
        let (_, set) = try await setUp(&browser, site)

        #expect(pressed.location == proof)
        #expect(proof == "/proof?to=%2Faccount%2Fsecond%2Dfactor")
        #expect(right.location == Self.page)
        #expect(recoveryCodes(set).count == 10)
    }

    @Test func `the API does not do for an old console session what the console would ask about`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        site.installation.clock.advance(by: .minutes(11))

        let session = try #require(browser.cookies["gh"])
        let consoleUser = try #require(try await site.services.console.consoleUser(session))
        let access = try await site.services.console.enter(
            site.acme.tenant.id,
            as: consoleUser,
            from: .init(address: "203.0.113.7", requestID: "r", trace: nil)
        ).access

        await #expect(throws: DomainError.denied(.proofNeeded)) {
            _ = try await site.services.keys.create(kind: .secret, name: "Back end", grant: access.grant())
        }
        _ = try await browser.open("/t/acme/keys")
    }

    @Test(arguments: ["//evil.example", "https://evil.example", "/sign-out", "/t/acme/users\\@evil"])
    func `no page leads to another site`(to: String) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/proof?to=\(PageAddress.encoded(to))")
        let answer = try await browser.send("/proof", on: page, ["password": TestTenant.password])

        #expect(answer.location == "/")
        #expect(!page.html.contains("evil"))
    }
}

extension ConsoleBrowser {
    fileprivate func posted(_ path: String, _ fields: [(String, String)]) async throws -> ConsolePage {
        var browser = self
        return try await browser.post(path, hidden: fields)
    }
}
