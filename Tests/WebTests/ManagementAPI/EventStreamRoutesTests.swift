import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct EventStreamRoutesTests {
    private let events = "/api/v1/tenants/acme/events"

    /// The lines of a stream that begin with a word.
    private func lines(_ stream: String, _ word: String) -> [String] {
        stream.split(separator: "\n").filter { $0.hasPrefix("\(word): ") }.map { String($0.dropFirst(word.count + 2)) }
    }

    // MARK: Tail

    @Test func `a tail sends what was missed, with ids, and says why it ends`() async throws {
        let site = try await Site()
        try await site.acme.deliver([site.acme.event(1, ago: .minutes(2)), site.acme.event(2, stage: .refresh)])
        let page = try await site.send(.get, events).json
        let listed = try #require(page["items"]?.arrayValue)
        let oldest = try #require(listed.last?["reference"]?.stringValue)
        let field = try #require(HTTPField.Name("Last-Event-ID"))

        let answer = try await site.send(.get, "\(events)/tail?seconds=0", adding: [field: oldest])

        #expect(answer.headers[.contentType] == "text/event-stream")
        #expect(lines(answer.text, "id") == [listed[0]["reference"]?.stringValue])
        #expect(lines(answer.text, "event") == ["auth-event", "end"])
        let data = lines(answer.text, "data")
        #expect(try JSONValue(parsing: Array(try #require(data.first).utf8)) == listed[0])
        #expect(data.last == #"{"reason":"time_over"}"#)

        let filtered = try await site.send(
            .get,
            "\(events)/tail?seconds=0&q=stage:session-store",
            adding: [field: oldest]
        )
        #expect(lines(filtered.text, "event") == ["end"])
    }

    @Test func `a tail ends when the session of its caller ends`() async throws {
        let site = try await Site()
        let vic = try await site.acme.add("Vic", role: .onCall)
        let signedIn = try await site.signIn(vic, of: site.acme)
        let cookie = Site.cookie(signedIn.token)
        async let tail = site.send(.get, "\(events)/tail", as: cookie)
        try await eventually { site.services.eventTails.count == 1 }

        try await site.services.sessions.end(signedIn.session.id, grant: site.acme.system.grant())
        try await site.acme.deliver([site.acme.event(1)])
        let answer = try await tail

        #expect(lines(answer.text, "data") == [#"{"reason":"access_ended"}"#])
        #expect(site.services.eventTails.count == 0)
    }

    @Test func `a tail ends when the server stops`() async throws {
        let site = try await Site()
        async let tail = site.send(.get, "\(events)/tail")
        try await eventually { site.services.eventTails.count == 1 }

        site.services.eventTails.stop()

        #expect(lines(try await tail.text, "data") == [#"{"reason":"shutdown"}"#])
        #expect(try await site.send(.get, "\(events)/tail").status == 503)
    }

    // MARK: Export

    @Test func `an export in lines of JSON is the list`() async throws {
        let site = try await Site()
        try await site.acme.deliver((1...5).map { site.acme.event($0, stage: $0 > 3 ? .refresh : .sessionStore) })
        let listed = try await site.send(.get, "\(events)?stage=session-store").json

        let answer = try await site.send(.get, "\(events)/export?q=stage:session-store")

        let items = try answer.text.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(items.count == 3 && items == listed["items"]?.arrayValue)
        #expect(answer.headers[.contentType] == "application/x-ndjson")
        #expect(answer.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"events-2026-11-20T0900") == true)
    }

    @Test func `an export continues after an event, and needs the range for that`() async throws {
        let site = try await Site()
        try await site.acme.deliver((1...3).map { site.acme.event($0) })
        let export = "\(events)/export?format=csv&from=2026-11-21T08:00:00Z"
        let whole = try await site.send(.get, export).text.split(separator: "\r\n")
        let reference = try #require(whole[1].split(separator: ",").first)

        let rest = try await site.send(.get, "\(export)&after=\(reference)").text.split(separator: "\r\n")

        #expect(whole[0].hasPrefix("reference,id,occurred_at,") && whole.count == 4)
        #expect(rest == Array(whole[2...]))
        #expect(try await site.send(.get, "\(events)/export?after=\(reference)").fields == ["from"])
        #expect(try await site.send(.get, "\(export)&after=1-\(UUIDText.unknown)").fields == ["after"])
    }

    @Test func `an export is in the audit log, and what only looks at its header is not`() async throws {
        let site = try await Site()
        try await site.acme.deliver([site.acme.event(1)])
        let vic = try await site.member("Vic", .onCall)

        _ = try await site.send(.get, "\(events)/export?stage=session-store", as: vic)
        _ = try await site.send(.head, "\(events)/export?stage=session-store", as: vic)

        for action in ["events.export_started", "events.exported"] {
            let entries = try await site.send(.get, "/api/v1/tenants/acme/audit?action=\(action)").json
            let entry = try #require(entries["items"]?.arrayValue?.first)
            #expect(entries["items"]?.arrayValue?.count == 1 && entry["actor_kind"] == "user")
            #expect("\(entry)".contains("stage session-store"))
        }
    }

    @Test func `nothing is exported without an entry in the audit log`() async throws {
        let site = try await Site { stores in
            var stores = stores
            stores.audit = UnreachableAudit(stores.audit)
            return stores
        }
        try await site.acme.deliver([site.acme.event(1)])

        let answer = try await site.send(.get, "\(events)/export")

        #expect(answer.status == 503 && !answer.text.contains("session-store"))
    }

    @Test(arguments: [
        "/export?format=xml", "/export?q=stage:", "/tail?seconds=4000", "/tail?from=2026-11-21T08:00:00Z",
    ])
    func `a stream that cannot be meant is refused`(_ path: String) async throws {
        let site = try await Site()

        #expect(try await site.send(.get, events + path).status == 422)
    }
}

private enum UUIDText {
    static let unknown = "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907"
}
