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

@Suite struct EventRoutesTests {
    private let events = "/api/v1/tenants/acme/events"

    @Test func `the last day is listed, and one event is read by its reference`() async throws {
        let site = try await Site()
        try await site.acme.deliver([
            site.acme.event(1), site.acme.event(2, outcome: .success, ago: .hours(2)),
            site.acme.event(3, ago: .hours(30)),
        ])

        let page = try await site.send(.get, events).json
        let items = try #require(page["items"]?.arrayValue)
        #expect(items.count == 2)
        #expect(items[0]["error"]?["domain"] == "NSOSStatusErrorDomain")

        let reference = try #require(items[0]["reference"]?.stringValue)
        #expect(try await site.send(.get, "\(events)/\(reference)").json["id"] == items[0]["id"])
        #expect(try await site.send(.get, "\(events)?outcome=success").json["items"]?.arrayValue?.count == 1)
        #expect(try await site.send(.get, "\(events)?from=2026-11-19T00:00:00Z").json["items"]?.arrayValue?.count == 3)
    }

    @Test func `a user whom only the client names is marked as claimed`() async throws {
        let site = try await Site()
        let ada = try await site.acme.add("Ada")
        var claim = site.acme.event(1, user: ada.id.description)
        claim.content.texts[.session] = "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a908"
        try await site.acme.deliver([claim, site.acme.event(2)])

        let items = try #require(try await site.send(.get, events).json["items"]?.arrayValue)

        let claimed = items.filter { $0["user_claimed"] == true }
        #expect(items.count == 2 && claimed.count == 1)
        #expect(claimed.first?["user"] == .string(ada.id.description))
    }

    @Test func `the events of a user are erased, of this tenant alone`() async throws {
        let site = try await Site()
        let ada = try await site.acme.add("Ada")
        for house in [site.acme, site.globex] {
            try await house.deliver([house.event(1, user: ada.id.description), house.event(2)])
        }
        let path = "/api/v1/tenants/acme/users/\(ada.id)/events"

        let erased = try await site.send(.delete, path)

        #expect(erased.status == 200)
        #expect(try erased.json == ["deleted": 1, "is_complete": true])
        #expect(try await site.send(.get, events).json["items"]?.arrayValue?.count == 1)
        let globex = Site.bearer(site.globex.creation.secretKey)
        let others = try await site.send(.get, "/api/v1/tenants/globex/events", as: globex)
        #expect(try others.json["items"]?.arrayValue?.count == 2)
        #expect(try await site.send(.delete, path, as: globex).code == "tenant_not_found")
        let unknown = "/api/v1/tenants/acme/users/0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a908/events"
        #expect(try await site.send(.delete, unknown).code == "user_not_found")
        #expect(try await site.send(.delete, "/api/v1/tenants/acme/users/x/events").code == "user_not_found")
    }

    @Test func `events are erased by what names their user`() async throws {
        let site = try await Site()
        try await site.acme.deliver([site.acme.event(1, user: "ghost@elsewhere.example"), site.acme.event(2)])
        let path = "/api/v1/tenants/acme/events/erasures"

        let phone = try await site.send(.post, path, json: ["user": "+44 20 7946 0958"])
        let erased = try await site.send(.post, path, json: ["user": "ghost@elsewhere.example"])

        #expect(phone.status == 422 && phone.code == "invalid_fields")
        #expect(try phone.json["errors"]?[0]?["field"] == "user")
        #expect(erased.status == 200)
        #expect(try erased.json == ["deleted": 1, "is_complete": true])
        #expect(try await site.send(.get, events).json["items"]?.arrayValue?.count == 1)
        #expect(try await site.send(.post, path, json: [:]).code == "invalid_fields")
    }

    @Test func `events are counted by a field, and over time`() async throws {
        let site = try await Site()
        try await site.acme.deliver([
            site.acme.event(1), site.acme.event(2), site.acme.event(3, stage: .refresh),
            site.acme.event(4, outcome: .success),
        ])

        let stages = try await site.send(.get, "\(events)/counts?by=stage").json["items"]?.arrayValue
        #expect(stages?.first == ["value": "session-store", "count": 3])
        let histogram = try await site.send(.get, "\(events)/histogram?outcome=failed").json
        #expect(histogram["total"] == 3)
        #expect(histogram["columns"]?[0]?["counts"]?["skipped"] == 0)
    }

    @Test func `the items that arrived are counted by key and outcome`() async throws {
        let site = try await Site()
        try await site.acme.deliver([site.acme.event(1), site.acme.event(2)])
        try await site.acme.deliver([site.acme.event(2)])

        // The hour in which they came has not begun before the end of the range otherwise.
        let found = try await site.send(.get, "\(events)/outcomes?to=2026-11-21T09:30:00Z").json

        #expect(found["received"] == 3 && found["totals"]?["stored"] == 2 && found["totals"]?["duplicate"] == 1)
        #expect(found["totals"]?["lost"] == 0 && found["complete"] == true && found["span_seconds"] == 3600)
        let first = try #require(found["items"]?.arrayValue?.first)
        #expect(first["category"] == "event" && first["reason"] == "" && first["key_id"]?.stringValue != nil)
        #expect(try await site.send(.get, "\(events)/outcomes?from=2020-01-01T00:00:00Z").status == 422)
    }

    @Test(arguments: [
        ("?from=yesterday", "from"), ("?to=2026-13-01T00:00:00Z", "to"),
        ("?from=2026-11-22T00:00:00Z&to=2026-11-21T00:00:00Z", "from"),
        ("?from=2020-01-01T00:00:00Z", "from"), ("?stage=nowhere", "stage"), ("?attempt=00", "attempt"),
        ("?limit=0", "limit"),
        ("?limit=201", "limit"), ("?cursor=!", "cursor"), ("?cursor=AAA", "cursor"), ("?when=now", "when"),
        ("?text=%00", "text"),
        ("?text=%FF", "text"), ("?text=%zz", "text"), ("?code=a&code=b", "code"), ("/counts?by=mood", "by"),
        ("/counts", "by"),
    ])
    func `a query that cannot be meant is refused by the name of the field`(
        _ query: String,
        _ field: String
    ) async throws {
        let site = try await Site()

        let answer = try await site.send(.get, events + query)

        #expect(answer.status == 422)
        #expect(answer.fields == [field])
    }

    @Test(arguments: [
        "0-0", "x", "1795251600000-0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907",
        "9223372036854775808-0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907",
    ])
    func `a reference that names nothing is not found`(_ reference: String) async throws {
        let site = try await Site()

        let answer = try await site.send(.get, "\(events)/\(reference)")

        #expect(answer.status == 404)
        #expect(answer.code == "event_not_found")
    }
}
