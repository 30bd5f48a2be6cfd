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

@Suite struct AttemptRoutesTests {
    private static let attempt = "4bf92f3577b34da6a3ce929d0e0e4736"
    private let attempts = "/api/v1/tenants/acme/attempts"

    private func event(
        _ testTenant: TestTenant,
        _ number: Int,
        _ stage: Stage,
        _ outcome: Outcome = .success,
        ago: Duration = .minutes(20),
        attempt: String = Self.attempt,
        texts: [EventDimension: String] = [:]
    ) -> DecodedEvent {
        var event = testTenant.event(number, stage: stage, outcome: outcome, ago: ago)
        event.content.attempt = TraceID(attempt)
        for (dimension, text) in texts { event.content.texts[dimension] = text }
        return event
    }

    /// Ada's attempt, of which the server knows nothing, and one of another release.
    private func site() async throws -> Site {
        let site = try await Site()
        try await site.acme.deliver([
            event(site.acme, 1, .appleSheet, ago: .seconds(1203), texts: [.user: "ada"]),
            event(site.acme, 2, .tokenExchange, texts: [.user: "ada"]),
            event(
                site.acme,
                3,
                .refresh,
                .failed,
                ago: .hours(2),
                attempt: "0af7651916cd43dd8448eb211c80319c",
                texts: [.user: "bob", .appVersion: "2.3.0"]
            ),
        ])
        // The server had its time to write what it knows.
        site.acme.installation.clock.advance(by: .minutes(11))
        return site
    }

    @Test func `an attempt is read with its steps, what is missing and what contradicts`() async throws {
        let found = try await site().send(.get, "\(attempts)/\(Self.attempt)").json

        #expect(found["id"]?.stringValue == Self.attempt && found["span_ms"] == 3000 && found["left_out"] == 0)
        let steps = try #require(found["steps"]?.arrayValue)
        #expect(steps.map { $0["event"]?["stage"] } == ["apple-sheet", "token-exchange"])
        #expect(steps.map { $0["offset_ms"] } == [0, 3000])
        #expect(steps[0]["party"] == "phone" && steps[0]["confidence"] == "certain" && steps[0]["usual_ms"] == .null)
        #expect(found["gaps"]?[0]?["kind"] == "server_never_saw" && found["gaps"]?[0]?["party"] == "gatehouse")
        #expect(found["gaps"]?[0]?["after"] == 1)
        #expect(found["findings"]?[0]?["code"] == "inc.client_ok_server_none")
        #expect(found["ending"]?["result"] == "succeeded" && found["session"] == .null)
        #expect(found["earlier"] == [] && found["later"] == [] && found["never_arrived"] == .null)
    }

    @Test(arguments: [
        ("", ["ada", "bob"]), ("?user=ada", ["ada"]), ("?release=2.3.0", ["bob"]), ("?user=ada&release=2.3.0", []),
        ("?failure=00000000-0000-8000-8000-000000000000", []), ("?never_arrived=any", ["bob"]),
        ("?never_arrived=other", ["bob"]), ("?never_arrived=timed_out", []), ("?never_arrived=other&user=ada", []),
        ("?q=stage:apple-sheet", ["ada"]), ("?q=user:ada%20OR%20release:%3C2.4", ["ada", "bob"]), ("?q=code:net.*", []),
        ("?q=stage:refresh&user=ada", []), ("?q=stage:refresh&never_arrived=other", ["bob"]),
        ("?q=stage:apple-sheet%20stage:token-exchange", []),
    ])
    func `attempts are listed by user, release, failure, query and why they never arrived`(
        _ query: String,
        _ users: [String]
    ) async throws {
        let found = try await site().send(.get, attempts + query).json

        #expect(found["items"]?.arrayValue?.map { $0["user"]?.stringValue } == users)
    }

    @Test func `the id of a failure finds its attempts`() async throws {
        let site = try await site()
        let failures = try await site.send(.get, "/api/v1/tenants/acme/failures").json
        let id = try #require(failures["items"]?[0]?["id"]?.stringValue)

        let found = try await site.send(.get, "\(attempts)?failure=\(id)").json

        #expect(found["items"]?.arrayValue?.map { $0["user"]?.stringValue } == ["bob"])
    }

    @Test func `a list is read page by page`() async throws {
        let site = try await site()

        let first = try await site.send(.get, "\(attempts)?limit=1").json
        let cursor = try #require(first["next_cursor"]?.stringValue)
        let second = try await site.send(.get, "\(attempts)?limit=1&cursor=\(cursor)").json

        #expect(first["items"]?[0]?["user"] == "ada" && second["items"]?[0]?["user"] == "bob")
        #expect(first["items"]?[0]?["ending"]?["stage"] == "token-exchange" && first["items"]?[0]?["events"] == 2)
        #expect(first["items"]?[0]?["never_arrived"] == .null && second["items"]?[0]?["never_arrived"] == "other")
        #expect(second["next_cursor"] == .null)
    }

    @Test(arguments: [
        Self.attempt, "00000000000000000000000000000000", "x", "4bf92f3577b34da6a3ce929d0e0e473",
    ])
    func `an attempt that is not the tenant's is not found`(_ id: String) async throws {
        let site = try await Site()
        try await site.globex.deliver([event(site.globex, 1, .tokenExchange)])

        let answer = try await site.send(.get, "\(attempts)/\(id)")

        #expect(answer.status == 404 && answer.code == "attempt_not_found")
        #expect(try await site.send(.get, attempts).json["items"] == [])
    }

    @Test(arguments: [
        ("?failure=1", "failure"), ("?failure=x", "failure"), ("?failure=", "failure"), ("?user=", "user"),
        ("?release=%00", "release"), ("?cursor=!", "cursor"), ("?cursor=AAA", "cursor"), ("?limit=201", "limit"),
        ("?mood=good", "mood"), ("?user=a&user=b", "user"), ("?never_arrived=late", "never_arrived"),
        ("?never_arrived=", "never_arrived"), ("?q=", "q"), ("?q=relese:2", "q"), ("?q=%22", "q"),
    ])
    func `a query that cannot be meant is refused by the name of the field`(
        _ query: String,
        _ field: String
    ) async throws {
        let answer = try await Site().send(.get, attempts + query)

        #expect(answer.status == 422 && answer.fields == [field])
    }

    @Test func `the session of an attempt is shown to those who may read sessions`() async throws {
        let site = try await Site()
        let kim = try await site.acme.add("Kim")
        let session = try await site.acme.signIn(kim, in: TraceID(Self.attempt)).session.id.description

        let found = try await site.send(.get, "\(attempts)/\(Self.attempt)").json["session"]

        #expect(found?["id"]?.stringValue == session && found?["unused"] == true && found?["ended_at"] == .null)
    }
}
