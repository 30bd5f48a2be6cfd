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
@testable import WebFixtures

@Suite struct FindTests {
    @Test func `what names exactly one thing leads straight to it`() async throws {
        let site = try await ConsoleSite()
        let signedIn = try await site.acme.signIn(site.ada)
        try await site.acme.deliver([site.acme.event(7)])
        let event = try #require(
            try await site.services.events.page(
                EventQuery(from: site.installation.clock.now - .days(1), to: site.installation.clock.now),
                PageRequest(),
                grant: site.acme.system.grant()
            ).items.first
        )
        var browser = try await site.browser(of: site.ada)
        let user = "/t/acme/users/\(site.ada.id)"

        for (text, place) in [
            ("ada@acme.example", user), (" ADA@acme.example ", user), (site.ada.id.description, user),
            (site.ada.id.description.uppercased(), user), (signedIn.session.id.description, user),
            (event.reference.description, "/t/acme/events/\(event.reference)"),
        ] {
            let answer = try await browser.open("/t/acme/find?q=\(PageAddress.encoded(text))")
            #expect(answer.status == .seeOther, "\(text)")
            #expect(answer.location == place)
        }
    }

    @Test func `a trace id leads to the attempt`() async throws {
        let site = try await ConsoleSite()
        let trace = try #require(TraceID("0af7651916cd43dd8448eb211c80319c"))
        try await site.acme.deliver([
            DecodedEvent(
                EventContent(
                    id: Event.ID(.version7(at: site.installation.clock.now, random: (1, 2))),
                    occurredAt: site.installation.clock.now - .days(20),
                    stage: .refresh,
                    outcome: .failed,
                    attempt: trace
                )
            )
        ])
        var browser = try await site.browser(of: site.vic)

        let answer = try await browser.open("/t/acme/find?q=\(trace)")

        #expect(answer.status == .seeOther)
        #expect(answer.location == "/t/acme/attempts/\(trace)")
    }

    @Test(arguments: ["1BVP-BWBC", "1bvpbwbc", "ibvp-bwbc"])
    func `the reference of an error leads to the attempt, or to each that it stands for`(typed: String) async throws {
        let site = try await ConsoleSite()
        let traces = ["0af765f16cd43dd8448eb211c80319c0", "0af765f16c000000448eb211c80319c0"].compactMap { TraceID($0) }
        func failing(_ number: Int) -> DecodedEvent {
            var event = site.acme.event(number)
            event.content.attempt = traces[number]
            return event
        }
        var browser = try await site.browser(of: site.vic)
        let before = try await browser.open("/t/acme/find?q=\(typed)")
        try await site.acme.deliver([failing(0)])

        let one = try await browser.open("/t/acme/find?q=\(typed)")
        try await site.acme.deliver([failing(1)])
        let two = try await browser.open("/t/acme/find?q=\(typed)")

        #expect(before.status == .ok && one.status == .seeOther && two.status == .ok)
        #expect(one.location == "/t/acme/attempts/\(traces[0])")
        for trace in traces {
            #expect(two.html.contains("href=\"/t/acme/attempts/\(trace)\""))
        }
        #expect(two.html.matches(of: /Open attempt of [^<]+:[0-9]{2}/).count == 2)
        let page = try await browser.open("/t/acme/attempts/\(traces[0])")
        #expect(page.html.contains("1BVP-BWBC"))
    }

    @Test func `a request id leads to the attempt, or else to the event`() async throws {
        let site = try await ConsoleSite()
        let trace = try #require(TraceID("0af7651916cd43dd8448eb211c80319c"))
        let now = site.installation.clock.now
        func failing(_ number: Int, _ request: UUID, _ attempt: TraceID?) -> DecodedEvent {
            var event = site.acme.event(number)
            event.content.attempt = attempt
            event.content.attributes = [EventAttribute("request.id", .text(request.hyphenated))]
            return event
        }
        let requests = (1...3).map { UUID.version7(at: now - .minutes(1), random: (UInt64($0), 7)) }
        try await site.acme.deliver([failing(1, requests[0], trace), failing(2, requests[1], nil)])
        var browser = try await site.browser(of: site.vic)

        let attempt = try await browser.open("/t/acme/find?q=\(requests[0].hyphenated.uppercased())")
        let event = try await browser.open("/t/acme/find?q=\(requests[1].hyphenated)")
        let nothing = try await browser.open("/t/acme/find?q=\(requests[2].hyphenated)")

        #expect(attempt.location == "/t/acme/attempts/\(trace)")
        #expect(event.location?.hasPrefix("/t/acme/events/") == true)
        #expect(nothing.status == .ok && nothing.html.contains("No results for"))
    }

    @Test func `the requests of another tenant are not found`() async throws {
        let site = try await ConsoleSite()
        let request = UUID.version7(at: site.installation.clock.now - .minutes(1), random: (1, 7))
        var event = site.globex.event(1)
        event.content.attributes = [EventAttribute("request.id", .text(request.hyphenated))]
        try await site.globex.deliver([event])
        var browser = try await site.browser(of: site.ada)

        let answer = try await browser.open("/t/acme/find?q=\(request.hyphenated)")

        #expect(answer.status == .ok && answer.html.contains("No results for"))
    }

    @Test func `a search for a name shows the users with that name`() async throws {
        let site = try await ConsoleSite()
        for number in 0..<15 { try await site.acme.add("Grace \(number)") }
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/t/acme/find?q=grace")

        #expect(page.status == .ok)
        #expect(page.html.matches(of: #/<tr><td>/#).count == FindRoutes.maximumUsers)
        #expect(page.html.contains("href=\"/t/acme/users?q=grace\""))
        #expect(page.html.contains("href=\"/t/acme/events?q=grace\""))
    }

    @Test(arguments: [
        "nobody-like-this", "hank@globex.example", "<script>alert(1)</script>", "\u{202E}txt", "%",
        "'; DROP TABLE users",
    ])
    func `what is not here is said, with the text as it was typed`(text: String) async throws {
        let site = try await ConsoleSite()
        let hank = try await site.globex.add("Hank")
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/t/acme/find?q=\(PageAddress.encoded(text))")
        let foreign = try await browser.open("/t/acme/find?q=\(hank.id)")

        #expect(page.status == .ok)
        #expect(page.html.contains("No results for"))
        #expect(!page.html.contains("<script>alert"))
        #expect(!page.html.contains("\u{202E}"))
        #expect(foreign.status == .ok)
        #expect(!foreign.html.contains("Hank"))
    }

    @Test func `an empty or impossible question gets advice`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        #expect(try await browser.open("/t/acme/find").status == .ok)
        #expect(try await browser.open("/t/acme/find?q=").html.contains("What are you looking for?"))
        #expect(
            try await browser.open("/t/acme/find?q=\(String(repeating: "a", count: 201))").status
                == .unprocessableContent
        )
        #expect(try await browser.open("/t/acme/find?q=%FF").status == .unprocessableContent)
    }
}
