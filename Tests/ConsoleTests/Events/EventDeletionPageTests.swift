import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import WebCore
@testable import WebFixtures

@Suite struct EventDeletionPageTests {
    private func site() async throws -> (ConsoleSite, ConsoleBrowser) {
        let site = try await ConsoleSite()
        try await site.acme.deliver([
            site.acme.event(1, user: "ghost@elsewhere.example"), site.acme.event(2, user: "ghost@elsewhere.example"),
            site.acme.event(3),
        ])
        return (site, try await site.browser(of: site.ada))
    }

    private func name(_ site: ConsoleSite) throws -> String {
        let names = site.services.eventErasure.names
        return try #require(names.name(for: "ghost@elsewhere.example", in: site.acme.tenant.id))
    }

    @Test func `the events of an address without an account are found, and deleted after a question`() async throws {
        let (site, ada) = try await site()
        var browser = ada
        let question = PageAddress("/t/acme/events/deletion", ["user": try name(site)]).href

        let list = try await browser.open("/t/acme/events?user=ghost@elsewhere.example")
        let asked = try await browser.open(question)

        #expect(list.html.contains("<h1>2 of 2 events failed</h1>"))
        #expect(list.html.contains("href=\"\(question)\""))
        #expect(asked.html.contains("Delete the events with this user ID?"))
        #expect(try asked.html.contains(name(site)) && asked.html.contains("<dd>2</dd>"))
        let answer = try await browser.send("/t/acme/events/deletion", on: asked)
        let left = try await browser.open(try #require(answer.location))
        #expect(answer.status == .seeOther && left.html.contains("Events deleted."))
        #expect(try await !browser.open("/t/acme/events").html.contains(name(site)))
    }

    @Test func `a user of the tenant has a question of their own`() async throws {
        let (site, ada) = try await site()
        var browser = ada
        let sue = try await site.acme.add("Sue")

        let answer = try await browser.open("/t/acme/events/deletion?user=\(sue.id)")

        #expect(answer.location == "/t/acme/users/\(sue.id)/events/deletion")
    }

    @Test func `a text that names no user cannot be confirmed`() async throws {
        let (_, ada) = try await site()
        var browser = ada

        let asked = try await browser.open("/t/acme/events/deletion?user=%5Bphone%5D")

        #expect(asked.html.contains("Events keep no phone numbers"))
        #expect(!asked.html.contains("button--danger-filled"))
    }

    @Test func `who may not manage users is offered no deletion`() async throws {
        let (site, _) = try await site()
        var browser = try await site.browser(of: site.vic)

        let list = try await browser.open("/t/acme/events?user=ghost@elsewhere.example")
        let asked = try await browser.open("/t/acme/events/deletion?user=x")

        #expect(list.html.contains("<h1>2 of 2 events failed</h1>") && !list.html.contains("/events/deletion"))
        #expect(asked.status == .forbidden)
    }
}
