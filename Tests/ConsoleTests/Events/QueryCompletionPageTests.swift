import Domain
import Fixtures
import Foundation
import HTTPTypes
import Testing

@testable import Console
@testable import ConsoleKit
@testable import WebFixtures

/// The field of the page Events whose query a script completes.
@Suite struct QueryCompletionPageTests {
    private static let script = PackageFolder.root.appending(path: "Public/js/query-completion.js")

    @Test(arguments: ["", "?q=stage:", "?q=%3Cb%3E"])
    func `the field names the resource that completes it, and is a plain field without script`(
        query: String
    ) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.vic)

        let page = try await browser.open("/t/acme/events\(query)")

        let field = try #require(page.html.firstMatch(of: #/<input [^>]*id="field-q"[^>]*>/#)).0
        #expect(field.contains("data-completions=\"/api/v1/tenants/acme/events/completions\""))
        #expect(field.contains("name=\"q\"") && !field.contains("role=") && !field.contains("aria-expanded"))
        let list = try #require(page.html.firstMatch(of: #/<ul [^>]*id="completions"[^>]*>(?<content>[^<]*)<\/ul>/#))
        #expect(list.0.contains("role=\"listbox\" aria-label=\"Suggestions\" hidden") && list.content.isEmpty)
    }

    @Test func `pages load the script`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.vic)
        let page = try await browser.open("/t/acme/events")
        let source = try #require(page.html.firstMatch(of: #/<script src="([^"]*)"/#)).1
        let script = try String(contentsOf: Self.script, encoding: .utf8)

        let asset = try await browser.open(String(source))

        #expect(asset.html.contains(script))
    }

    @Test func `what the server proposes is shown as text, with its hidden characters written out`() throws {
        let script = try String(contentsOf: Self.script, encoding: .utf8)

        #expect(script.contains("part(\"completion__text\", visibleText(item.text))"))
        #expect(script.contains("made.textContent = text;"))
        #expect(script.matches(of: #/innerHTML|outerHTML|insertAdjacent|document\.write|eval/#).isEmpty)
    }
}
