import Domain
import Fixtures
import Foundation
import HTTPTypes
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct LinkPageTests {
    private struct World {
        let site: ConsoleSite
        let kim: User

        init() async throws {
            site = try await ConsoleSite()
            kim = try await site.acme.add("Kim")
            _ = try await site.services.settings.change(expecting: nil, grant: site.acme.system.grant()) {
                $0.redirects = ["coachme://auth", "https://app.example.com/*"].compactMap { RedirectRule($0) }
            }
        }

        func link(
            _ purpose: OneTimeLink.Purpose,
            newEmail: String? = nil,
            returnTo: String? = nil
        ) async throws -> String {
            let made = try await site.services.links.make(
                LinkDraft(purpose, newEmail: newEmail, returnTo: returnTo, opensSession: returnTo != nil),
                for: kim.id,
                grant: site.acme.system.grant()
            )
            return "/links/\(made.token.text)"
        }

        func user() async throws -> User {
            try await site.services.users.user(kim.id, grant: site.acme.system.grant()).summary.user
        }
    }

    private static let new = "another horse battery"

    @Test func `a new password is set on the page, and opening it changes nothing`() async throws {
        let world = try await World()
        let path = try await world.link(.resetPassword)
        var scanner = world.site.browser
        var browser = world.site.browser

        for _ in 1...3 { #expect(try await scanner.open(path).status == .ok) }
        let page = try await browser.open(path)
        let weak = try await browser.send(path, on: page, ["password": "password1"])
        let done = try await browser.send(path, on: weak, ["password": Self.new])
        let again = try await browser.open(path)

        #expect(page.html.contains("kim@acme.example") && page.html.contains("autocomplete=\"new-password\""))
        #expect(weak.status == .unprocessableContent && weak.html.contains("Too many people use this password"))
        #expect(done.status == .ok && done.html.contains("Your new password is set"))
        #expect(again.status == .gone && again.html.contains("has been used or has expired"))
        let signedIn = try await world.site.services.signIns.signIn(
            email: "kim@acme.example",
            password: Self.new,
            in: world.site.acme.context()
        )
        #expect(signedIn.user.id == world.kim.id)
    }

    @Test func `what is done on the page belongs to the attempt that the request names`() async throws {
        let world = try await World()
        let path = try await world.link(.resetPassword)
        var browser = world.site.browser
        let form = try #require(try await browser.open(path).form(path))

        _ = try await browser.post(
            path,
            hidden: form.hidden,
            ["password": Self.new],
            headers: [
                .origin: world.site.console.address.origin, .secFetchSite: "same-origin",
                HTTPField.Name("traceparent")!: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",  // a token
            ]
        )

        try await world.site.services.attempts.flush()
        let now = world.site.installation.clock.now
        let query = EventQuery(from: now - .days(1), to: now + .days(1))
        let events = try await world.site.services.events.page(
            query,
            PageRequest(),
            grant: world.site.acme.system.grant()
        ).items
        #expect(events.map(\.content[.name]) == ["auth.password_reset"])
        #expect(events.allSatisfy { $0.content.attempt == TraceID("4bf92f3577b34da6a3ce929d0e0e4736") })
    }

    @Test func `an address is confirmed by pressing the button, and only by a form of ours`() async throws {
        let world = try await World()
        let path = try await world.link(.verifyEmail)
        var browser = world.site.browser
        let page = try await browser.open(path)

        let forged = try await browser.post(path, [:])
        let foreign = try await browser.post(
            path,
            [:],
            headers: [.origin: "https://evil.example", .secFetchSite: "cross-site"]
        )
        #expect(forged.status == .forbidden && foreign.status == .forbidden)
        #expect(try await !world.user().emailVerified)
        let done = try await browser.send(path, on: page)

        #expect(done.status == .ok && done.html.contains("Your email address is confirmed"))
        #expect(try await world.user().emailVerified)
    }

    @Test func `the page leads to the tenant's address that was asked for, and to no other, when the link says none`()
        async throws
    {
        let world = try await World()
        for (asked, expected) in [
            ("https://app.example.com/in", "https://app.example.com/in"), ("https://evil.example/", nil),
            ("//evil.example", nil),
            ("javascript://x", nil),
        ] as [(String, String?)] {
            let path = try await world.link(.verifyEmail)
            var browser = world.site.browser

            let page = try await browser.open(path + "?return_to=" + PercentEncoding.encode(asked))
            let action = try #require(
                page.form(expected == nil ? path : path + "?return_to=" + PercentEncoding.encode(asked))
            )
            let done = try await browser.post(action.action, hidden: action.hidden, [:])

            #expect(page.headers[.contentSecurityPolicy]?.contains("https://app.example.com") == (expected != nil))
            #expect(
                done.location == expected && done.status == (expected == nil ? .ok : .seeOther),
                "\(asked): \(done.status)"
            )
        }
    }

    @Test func `where the message was asked to lead counts more than the address of the page`() async throws {
        let world = try await World()
        let path = try await world.link(.signIn, returnTo: "coachme://auth")
        var browser = world.site.browser

        let page = try await browser.open(path + "?return_to=https%3A%2F%2Fapp.example.com%2Fin")
        let done = try await browser.send(path, on: page)

        #expect(done.location?.hasPrefix("coachme://auth#access_token=") == true)
    }

    @Test
    func
        `a link to an app hands the session over behind the number sign, and the page's policy lets the browser go there`()
        async throws
    {
        let world = try await World()
        for (address, source) in [
            ("coachme://auth", "form-action 'self' coachme:;"),
            ("https://app.example.com/in", "form-action 'self' https://app.example.com;"),
        ] {
            let path = try await world.link(.signIn, returnTo: address)
            var browser = world.site.browser

            let page = try await browser.open(path)
            let done = try await browser.send(path, on: page)

            #expect(page.headers[.contentSecurityPolicy]?.contains(source) == true)
            #expect(done.status == .seeOther)
            let location = try #require(done.location)
            #expect(
                location.hasPrefix("\(address)#access_token=")
                    && location.hasSuffix("&token_type=bearer&type=magiclink")
            )
            let token = try #require(location.firstMatch(of: /access_token=([^&]+)/)).output.1
            let session = try await world.site.services.authenticator.session(
                accessToken: String(token),
                in: world.site.acme.tenant
            )
            #expect(session.record.user.id == world.kim.id)
        }
    }

    @Test func `a link opens no session beyond the tenant's limit, and its page says why`() async throws {
        let world = try await World()
        try await world.site.acme.set { ($0.sessionsPerUser, $0.sessionLimitAction) = (1, .reject) }
        var browser = world.site.browser
        // The first link confirms the address, and opens the one session.
        let first = try await world.link(.signIn, returnTo: "coachme://auth")
        let opened = try await browser.send(first, on: first)
        let path = try await world.link(.signIn, returnTo: "coachme://auth")

        let rejected = try await browser.send(path, on: path)

        #expect(opened.location?.contains("access_token=") == true)
        #expect(rejected.status == .forbidden && rejected.html.contains("signed in on too many devices"))
    }

    @Test func `an address changes to the one that the link went to`() async throws {
        let world = try await World()
        let path = try await world.link(.changeEmail, newEmail: "kimberly@acme.example")
        var browser = world.site.browser

        let done = try await browser.send(path, on: path)

        #expect(done.html.contains("Your email address is changed"))
        #expect(try await world.user().email?.description == "kimberly@acme.example")
    }

    @Test func `a link to a new address hands a session over where the app wanted it`() async throws {
        let world = try await World()
        let path = try await world.link(.changeEmail, newEmail: "kimberly@acme.example", returnTo: "coachme://auth")
        var browser = world.site.browser

        let done = try await browser.send(path, on: path)

        let location = try #require(done.location)
        #expect(
            location.hasPrefix("coachme://auth#access_token=") && location.hasSuffix("&type=email_change"),
            "\(location)"
        )
    }

    @Test(arguments: [false, true])
    func `a change of the address is stopped by pressing the button, and opening the page changes nothing`(
        everywhere: Bool
    ) async throws {
        let world = try await World()
        let (stolen, own) = (try await world.site.acme.signIn(world.kim), try await world.site.acme.signIn(world.kim))
        let token = Credential(.link, tenant: world.site.acme.tenant.id, random: Array(repeating: 3, count: 32))
        let stop = EmailChangeStop(
            tenant: world.site.acme.tenant.id,
            user: world.kim.id,
            email: try #require(world.kim.email),
            session: stolen.session.id,
            createdAt: world.site.acme.installation.clock.now
        )
        try await world.site.acme.installation.stores.links.insert(stop, token: CredentialHash(token), in: stop.tenant)
        let path = "/links/stop/\(token.text)"
        func isAlive(_ signedIn: SignedIn) async throws -> Bool {
            try await world.site.services.authenticator.session(signedIn.token.text, in: world.site.acme.tenant.id)
                != nil
        }
        var browser = world.site.browser

        let page = try await browser.open(path, headers: [.acceptLanguage: "fr"])
        #expect(page.html.contains("Empêcher le changement") && page.html.contains("type=\"checkbox\""))
        #expect(try await browser.open("/links/\(token.text)").status == .gone, "it is good for nothing else")
        let forged = try await browser.post(path, [:])
        #expect(try await isAlive(stolen) && forged.status == .forbidden)
        let done = try await browser.send(path, on: page, everywhere ? ["everywhere": "on"] : [:])
        let again = try await browser.open(path)

        #expect(done.status == .ok && done.html.contains("Your email address was not changed"), "\(done.html)")
        #expect(again.status == .gone)
        #expect(try await !isAlive(stolen))
        #expect(try await isAlive(own) == !everywhere)
        let entries = try await world.site.audit()
        #expect(
            entries.contains { $0.changes.contains(.init("email_change", from: "pending", to: "stopped")) },
            "\(entries)"
        )
    }

    @Test(arguments: [
        "x", "gh_l_AAAA", "gh_l_" + String(repeating: "A", count: 64), "gh_i_" + String(repeating: "A", count: 64),
    ])
    func `a made-up link opens nothing`(text: String) async throws {
        let world = try await World()
        var browser = world.site.browser

        let page = try await browser.open("/links/\(text)")

        #expect(page.status == .gone && page.forms.isEmpty)
    }

    @Test func `the page is in the language of the browser`() async throws {
        let world = try await World()
        let path = try await world.link(.resetPassword)
        var browser = world.site.browser

        let page = try await browser.open(path, headers: [.acceptLanguage: "de;q=0.9, fr-CA;q=0.8, en;q=0.1"])
        let gone = try await browser.open("/links/x", headers: [.acceptLanguage: "fr"])

        #expect(page.html.contains("<html lang=\"fr\"") && page.html.contains("Choisissez un nouveau mot de passe"))
        #expect(gone.html.contains("Ce lien a déjà servi"))
    }

    @Test func `a rejected password is explained in the language of the browser`() async throws {
        let world = try await World()
        let path = try await world.link(.resetPassword)
        var browser = world.site.browser
        let form = try #require(try await browser.open(path).form(path))

        let page = try await browser.post(
            path,
            hidden: form.hidden,
            ["password": "short"],
            headers: [
                .origin: world.site.console.address.origin, .secFetchSite: "same-origin", .acceptLanguage: "fr",
            ]
        )

        let length = PasswordRules.lengths.lowerBound
        #expect(page.status == .unprocessableContent && page.html.contains("<html lang=\"fr\""))
        #expect(page.html.contains("Vérifiez les champs signalés") && page.html.contains("Nouveau mot de passe"))
        #expect(page.html.contains("Au moins \(length) caractères."))
        #expect(page.html.contains("\(length) caractères ou plus\u{202F}; mieux vaut long que compliqué."))
    }

    @Test func `a link of a user who was disabled since is rejected`() async throws {
        let world = try await World()
        let path = try await world.link(.resetPassword)
        _ = try await world.site.services.users.disable(world.kim.id, grant: world.site.acme.system.grant())
        var browser = world.site.browser

        let page = try await browser.open(path)

        #expect(page.status == .gone)
        #expect(!page.html.contains("type=\"password\""))
    }

    @Test func `the page of a link that cannot be used has the reference of the error`() async throws {
        let world = try await World()
        var browser = world.site.browser

        let gone = try await browser.open("/links/x")
        let good = try await browser.open(try await world.link(.verifyEmail))
        let absent = try await browser.open("/nowhere")

        for page in [gone, absent] {
            let reference = try #require(page.headers[.xErrorReference])
            #expect(page.html.contains("Reference <code class=\"id\">\(reference)</code>"))
        }
        #expect(good.status == .ok && good.headers[.xErrorReference] == nil && !good.html.contains("Reference"))
    }
}
