import Domain
import Fixtures
import HTTPTypes
import Testing
import WebCore

@testable import Console
@testable import ConsoleKit
@testable import WebFixtures

/// The list of events that is loaded again by itself: by the browser, and with JavaScript by a script, which can wait.
@Suite struct EventRefreshTests {
    @Test(
        arguments: [
            ("?refresh=10", "10"), ("?refresh=5", "5"), ("?refresh=60&stage=refresh", "60"), ("", nil),
            ("?refresh=", nil), ("?refresh=4", nil), ("?refresh=61", nil), ("?refresh=-10", nil), ("?refresh=1e1", nil),
            ("?refresh=10;url=https://evil.example", nil),
        ] as [(String, String?)]
    )
    func `the list is reloaded after 5 to 60 seconds, and any other value is ignored`(
        query: String,
        seconds: String?
    ) async throws {
        let site = try await ConsoleSite()
        var vic = try await site.browser(of: site.vic)

        let list = try await vic.open("/t/acme/events\(query)")

        #expect(list.status == .ok && refresh(list) == seconds)
        // A script cannot stop what the header asks for.
        #expect(list.headers[.refresh] == nil)
    }

    @Test func `the link of the live page leads to the same events, and is reloaded`() async throws {
        let site = try await ConsoleSite()
        try await site.acme.deliver([
            site.acme.event(1, stage: .refresh, message: "Refreshed too late"),
            site.acme.event(2, message: "Not stored"),
        ])
        var vic = try await site.browser(of: site.vic)
        let live = try await vic.open("/t/acme/events/live?stage=refresh")
        let link = try #require(live.html.firstMatch(of: #/href="(?<href>[^"]*refresh=10)"/#)).href

        let list = try await vic.open(String(link).replacing("&amp;", with: "&"))

        #expect(refresh(list) == "10")
        #expect(list.html.contains("Refreshed too late") && !list.html.contains("Not stored"))
    }

    @Test func `a list with a problem is not reloaded`() async throws {
        let site = try await ConsoleSite()
        var vic = try await site.browser(of: site.vic)

        let list = try await vic.open("/t/acme/events?refresh=10&q=stage:nowhere")

        #expect(list.status == .unprocessableContent && refresh(list) == nil)
    }

    @Test func `a list whose comparison failed is not reloaded`() async throws {
        let site = try await ConsoleSite()
        var vic = try await site.browser(of: site.vic)

        let list = try await vic.open("/t/acme/events?refresh=10&compare=yesterday")

        #expect(list.status == .unprocessableContent && refresh(list) == nil)
    }

    /// The seconds that the page says: in a tag that is read without JavaScript alone, and for the script.
    private func refresh(_ page: ConsolePage) -> String? {
        let tag = page.html.firstMatch(of: #/<noscript><meta http-equiv="refresh" content="([^"]*)"></noscript>/#)?.1
        let script = page.html.firstMatch(of: #/<html [^>]* data-refresh="([^"]*)">/#)?.1
        return tag == script ? tag.map { String($0) } : "\(tag ?? "") and \(script ?? "")"
    }
}
