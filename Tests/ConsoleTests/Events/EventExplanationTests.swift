import Domain
import Fixtures
import Testing

@testable import Console
@testable import ConsoleKit
@testable import WebFixtures

@Suite struct EventExplanationTests {
    private func page(of code: String, in domain: String) async throws -> (list: ConsolePage, event: ConsolePage) {
        let site = try await ConsoleSite()
        var event = site.acme.event(1)
        event.content.error = EventError(domain: domain, code: code, chain: [.init(domain: "Inner", code: "77")])
        try await site.acme.deliver([event])
        var browser = try await site.browser(of: site.vic)
        let list = try await browser.open("/t/acme/events")
        let href = try #require(list.html.firstMatch(of: #/\/t\/acme\/events\/[0-9]+-[0-9a-f-]{36}/#)).0
        return (list, try await browser.open(String(href)))
    }

    @Test func `an event's page explains its code, and the list has the meaning at hand`() async throws {
        let (list, event) = try await page(of: "-25308", in: "NSOSStatusErrorDomain")

        for text in [
            "<h2>The phone was locked, so the keychain could not be used</h2>", "Never sign out on this error.",
            "What to tell the user", "href=\"/help/codes/keychain.locked\"", "More about keychain.locked",
        ] {
            #expect(event.html.contains(text), "\(text)")
        }
        #expect(list.html.contains("title=\"The phone was locked, so the keychain could not be used\""))
    }

    @Test func `an unclassified event says so and shows the raw chain`() async throws {
        let (_, event) = try await page(of: "7", in: "MyApp.SignInError")

        for text in ["<h2>This error is not in the catalogue</h2>", "MyApp.SignInError", "Inner", "77"] {
            #expect(event.html.contains(text), "\(text)")
        }
    }

    @Test func `a second factor's code without an entry has the explanation of all others`() async throws {
        let (_, event) = try await page(of: "mfa_totp_enroll_not_enabled", in: "GoTrue")

        #expect(event.html.contains("mfa.totp_enroll_not_enabled"))
        #expect(event.html.contains("The second factor was not accepted"))
    }
}
