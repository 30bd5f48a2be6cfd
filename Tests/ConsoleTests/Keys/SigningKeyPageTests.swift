import Database
import Domain
import Fixtures
import HTTPTypes
import Stores
import Synchronization
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

@Suite struct SigningKeyPageTests {
    private static let page = "/t/acme/keys/signing"

    private func published(_ site: ConsoleSite) async throws -> [String] {
        try await site.services.signingKeys.published(of: site.acme.tenant.id).map(\.name)
    }

    @Test func `the page shows which key signs, and the next one is made after a question`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let first = try await published(site)
        let before = try await browser.open(Self.page)
        let question = try await browser.open("\(Self.page)/rotation")

        let made = try await browser.send("\(Self.page)/rotation", on: question)
        let after = try await browser.open(Self.page)
        let again = try await browser.open("\(Self.page)/rotation")

        #expect(before.html.contains(first[0]) && before.html.contains("Current"))
        #expect(before.html.contains("/t/acme/.well-known/jwks.json"))
        #expect(made.location == Self.page && after.html.contains("The next key is published."))
        let both = try await published(site)
        #expect(both.count == 2 && both.allSatisfy { after.html.contains($0) } && after.html.contains("Next"))
        #expect(again.html.contains("already scheduled") && !again.html.contains("Rotate key</button>"))
        site.installation.clock.advance(by: .minutes(16))
        #expect(try await browser.open(Self.page).html.contains("Retiring: verifies older tokens"))
        #expect(try await site.audit().contains { $0.action == .signingKeyRotated && $0.actor == .user(site.ada.id) })
    }

    @Test func `after a leak every key is replaced at once, by a member with a recent proof`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let leaked = try await published(site)
        let question = try await browser.open("\(Self.page)/replacement")
        site.installation.clock.advance(by: .minutes(11))

        let late = try await browser.open("\(Self.page)/replacement")
        let unproven = try await browser.send("\(Self.page)/replacement", on: question)
        #expect(
            late.location?.hasPrefix("/proof") == true && unproven.location?.hasPrefix("/proof") == true,
            "\(unproven.html)"
        )
        #expect(try await published(site) == leaked)

        var fresh = try await site.browser(of: site.ada)
        let again = try await fresh.open("\(Self.page)/replacement")
        let replaced = try await fresh.send("\(Self.page)/replacement", on: again)
        let once = try await published(site)
        #expect(try await fresh.open(Self.page).html.contains("Tokens of all other keys are rejected."))
        _ = try await fresh.send("\(Self.page)/replacement", on: again)

        let now = try await published(site)
        #expect(again.html.contains("name=\"kid\" value=\"\(leaked[0])\"") && now == once, "pressed twice")
        #expect(replaced.location == Self.page && now.count == 1 && now != leaked)
        #expect(try await fresh.open(Self.page).html.contains("had already been replaced. Nothing was changed."))
        #expect(try await site.audit().contains { $0.action == .signingKeyWithdrawn })
    }

    /// The key that signs after the replacement is good: a form that is sent twice must not withdraw it.
    @Test func `a replacement that failed is asked for again about the same key`() async throws {
        let outage = ReplacementOutage()
        let site = try await ConsoleSite { installation in
            let clock = installation.clock
            return DatabaseStores(
                StoreDatabases(
                    control: ObservedDatabase(installation.observedControl, observers: [outage]),
                    events: installation.observedEvents
                ) { _ in },
                chain: installation.chain,
                now: { clock.now }
            )
        }
        var browser = try await site.browser(of: site.ada)
        let path = "\(Self.page)/replacement"
        let question = try await browser.open(path)
        _ = try await browser.send(path, on: question)
        let good = try await published(site)
        outage.begin()

        let failed = try await browser.send(path, on: question)
        outage.end()
        let again = try await browser.send(path, on: failed)

        #expect(failed.status == .serviceUnavailable && failed.headers[.retryAfter] == "1")
        #expect(again.location == Self.page)
        #expect(try await published(site) == good)
    }

    @Test func `a read-only member sees the keys and no button`() async throws {
        let site = try await ConsoleSite()
        let role = RoleAdministration.Draft(title: "Reader", rank: 20, permissions: ["console.enter", "keys.read"])
        _ = try await site.services.roles.create(name: "reader", role, grant: site.acme.system.grant())
        let rae = try await site.acme.add("Rae", role: try #require(Role.Name("reader")))
        var browser = try await site.browser(of: rae)

        let page = try await browser.open(Self.page)

        #expect(
            page.status == .ok && !page.html.contains("Replace leaked key") && !page.html.contains("Rotate key")
        )
        #expect(try await browser.open("\(Self.page)/rotation").status == .forbidden)
        #expect(try await browser.open("\(Self.page)/replacement").status == .forbidden)
    }

    @Test func `the pages of signing keys are in French for a member who chose it`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada).inFrench

        let rotation = try await browser.open("\(Self.page)/rotation")
        _ = try await browser.send("\(Self.page)/rotation", on: rotation)
        let list = try await browser.open(Self.page)
        let scheduled = try await browser.open("\(Self.page)/rotation")
        let replacement = try await browser.open("\(Self.page)/replacement")

        try rotation.expectFrench("keys", "Lancer la rotation de la clé de signature\u{202F}?")
        try list.expectFrench("keys", "<h1>Clés de signature</h1>", "Actuelle", "Suivante")
        try scheduled.expectFrench("keys", "La prochaine clé est déjà planifiée")
        try replacement.expectFrench("keys", "Remplacer toutes les clés de signature maintenant\u{202F}?")
    }
}

/// A database that runs no statement about signing keys for a while.
private final class ReplacementOutage: StatementObserver {
    private let isOut = Mutex(false)

    func begin() { isOut.withLock { $0 = true } }
    func end() { isOut.withLock { $0 = false } }

    func check(_ statement: ObservedStatement) throws {
        guard statement.text.contains("signing_keys"), isOut.withLock({ $0 }) else { return }
        throw DatabaseError(.statement, "the database is away")
    }
}
