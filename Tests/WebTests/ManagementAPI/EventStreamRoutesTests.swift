import Domain
import Fixtures
import HTTPTypes
import NIOCore
import Stores
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

    /// Delivers events to the node that sends the tails.
    private func deliver(_ events: [DecodedEvent], to site: Site) async throws {
        _ = try await site.services.intake.accept(DecodedDelivery(events, key: site.acme.creation.ingestKey.text))
    }

    /// What a caller gets who loses the right to read events while the tail is open, before an event arrives.
    private func tail(
        of site: Site,
        as caller: HTTPFields,
        until isDenied: () async throws -> Void
    ) async throws -> Site.Answer {
        async let answer = site.send(.get, "\(events)/tail", as: caller)
        try await eventually { site.services.eventTails.count == 1 }
        try await isDenied()
        try await deliver([site.acme.event(1)], to: site)
        return try await answer
    }

    @Test func `a tail sends what was missed, with ids, and says why it ends`() async throws {
        let site = try await Site()
        try await site.acme.deliver([site.acme.event(1, ago: .minutes(2)), site.acme.event(2, stage: .refresh)])
        let page = try await site.send(.get, events).json
        let listed = try #require(page["items"]?.arrayValue)
        let oldest = try #require(listed.last?["reference"]?.stringValue)
        let field = try #require(HTTPField.Name("Last-Event-ID"))

        let answer = try await site.send(.get, "\(events)/tail?seconds=0", adding: [field: oldest])

        #expect(lines(answer.text, "id") == [oldest, listed[0]["reference"]?.stringValue])
        #expect(lines(answer.text, "event") == ["start", "auth-event", "end"])
        let data = lines(answer.text, "data")
        #expect(data.count == 3 && data[0] == "{}" && data[2] == #"{"reason":"time_over"}"#)
        #expect(try JSONValue(parsing: Array(data[1].utf8)) == listed[0])

        let filtered = try await site.send(
            .get,
            "\(events)/tail?seconds=0&q=stage:session-store",
            adding: [field: oldest]
        )
        #expect(lines(filtered.text, "event") == ["start", "end"])
    }

    @Test func `no proxy keeps or withholds a tail`() async throws {
        let site = try await Site()
        let accelBuffering = try #require(HTTPField.Name("X-Accel-Buffering"))

        let headers = try await site.send(.get, "\(events)/tail?seconds=0").headers

        #expect(headers[.contentType] == "text/event-stream")
        #expect(headers[.cacheControl] == "no-store")
        #expect(headers[accelBuffering] == "no")
    }

    @Test func `a tail goes on after an id of the query, and Last-Event-ID comes before it`() async throws {
        let site = try await Site()
        try await site.acme.deliver((1...3).map { site.acme.event($0, ago: .minutes(Int64(10 - $0))) })
        let items = try await site.send(.get, events).json["items"]?.arrayValue ?? []
        let ids = items.compactMap { $0["reference"]?.stringValue }.reversed() as [String]
        try #require(ids.count == 3)
        let field = try #require(HTTPField.Name("Last-Event-ID"))
        let path = "\(events)/tail?seconds=0&after=\(ids[0])"

        let byQuery = try await site.send(.get, path)
        let byBoth = try await site.send(.get, path, adding: [field: ids[1]])
        let byQueryAfterAll = try await site.send(.get, path, adding: [field: "yesterday"])

        #expect(lines(byQuery.text, "id") == ids)
        #expect(lines(byBoth.text, "id") == Array(ids[1...]))
        #expect(lines(byQueryAfterAll.text, "id") == ids)
        #expect(try await site.send(.get, "\(events)/tail?seconds=0&after=yesterday").fields == ["after"])
    }

    @Test func `a tail that was interrupted for too long says so`() async throws {
        let site = try await Site()
        let place = "\((site.installation.clock.now - .days(2)).milliseconds)-\(UUIDText.unknown)"

        let answer = try await site.send(.get, "\(events)/tail?seconds=0&after=\(place)")

        #expect(
            answer.text == """
                retry: 3000

                id: \(place)
                event: start
                data: {}

                event: dropped
                data: {"count":null,"reason":"gap"}

                event: end
                data: {"reason":"time_over"}


                """
        )
    }

    @Test func `a message says how many events were dropped, and why`() {
        var batch = TailBatch()
        batch.dropped = [.init(.slow, 12), .init(.rate, 7), .init(.rate, nil), .init(.gap, nil)]

        let text = String(buffer: EventTailStream.text(of: batch))

        #expect(
            text == """
                event: dropped
                data: {"count":12,"reason":"too_slow"}

                event: dropped
                data: {"count":7,"reason":"rate_limit"}

                event: dropped
                data: {"count":null,"reason":"rate_limit"}

                event: dropped
                data: {"count":null,"reason":"gap"}


                """
        )
    }

    @Test func `a tail ends when the session of its caller ends`() async throws {
        let site = try await Site()
        let vic = try await site.acme.add("Vic", role: .onCall)
        let signedIn = try await site.signIn(vic, of: site.acme)

        let answer = try await tail(of: site, as: Site.cookie(signedIn.token)) {
            try await site.services.sessions.end(signedIn.session.id, grant: site.acme.system.grant())
        }

        #expect(lines(answer.text, "data") == ["{}", #"{"reason":"access_ended"}"#])
        #expect(site.services.eventTails.count == 0)
    }

    @Test func `a tail ends when the role of its caller may no longer read events`() async throws {
        let site = try await Site()
        let watcher = try #require(Role.Name("watcher"))
        var draft = RoleAdministration.Draft(
            title: "Watcher",
            rank: 100,
            permissions: ["console.enter", "events.read"]
        )
        _ = try await site.services.roles.create(name: "watcher", draft, grant: site.acme.system.grant())
        let cookie = try await site.member("Vic", watcher)
        draft.permissions = ["console.enter"]
        let changed = draft

        let answer = try await tail(of: site, as: cookie) {
            _ = try await site.services.roles.update(watcher, changed, grant: site.acme.system.grant())
        }

        #expect(lines(answer.text, "data") == ["{}", #"{"reason":"access_ended"}"#])
        // The session goes on: only the permission is gone.
        #expect(try await site.send(.get, events, as: cookie).code == "missing_permission")
    }

    @Test func `a tail ends when its caller gets a role that may not read events`() async throws {
        let site = try await Site()
        let vic = try await site.acme.add("Vic", role: .onCall)
        let cookie = Site.cookie(try await site.signIn(vic, of: site.acme).token)

        let answer = try await tail(of: site, as: cookie) {
            _ = try await site.services.users.assign(role: "driver", to: vic.id, grant: site.acme.system.grant())
        }

        #expect(lines(answer.text, "data") == ["{}", #"{"reason":"access_ended"}"#])
    }

    @Test func `a tail ends when the key of its caller is revoked`() async throws {
        let site = try await Site()
        let created = try await site.services.keys.create(
            kind: .secret,
            name: "Dashboard",
            grant: site.acme.system.grant()
        )

        let answer = try await tail(of: site, as: Site.bearer(created.text)) {
            _ = try await site.services.keys.revoke(created.key.id, grant: site.acme.system.grant())
        }

        #expect(lines(answer.text, "data") == ["{}", #"{"reason":"access_ended"}"#])
    }

    @Test func `a tail ends when the server stops`() async throws {
        let site = try await Site()
        async let tail = site.send(.get, "\(events)/tail")
        try await eventually { site.services.eventTails.count == 1 }

        site.services.eventTails.stop()

        #expect(lines(try await tail.text, "data") == ["{}", #"{"reason":"shutdown"}"#])
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
        let site = try await Site { $0.audit = UnreachableAudit($0.audit) }
        try await site.acme.deliver([site.acme.event(1)])

        let answer = try await site.send(.get, "\(events)/export")

        #expect(answer.status == 503 && !answer.text.contains("session-store"))
    }

    @Test(arguments: [
        "/export?format=xml", "/export?q=stage:", "/tail?seconds=4000", "/tail?after=1",
        "/tail?from=2026-11-21T08:00:00Z",
    ])
    func `a stream that cannot be meant is refused`(_ path: String) async throws {
        let site = try await Site()

        #expect(try await site.send(.get, events + path).status == 422)
    }
}

private enum UUIDText {
    static let unknown = "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907"
}
