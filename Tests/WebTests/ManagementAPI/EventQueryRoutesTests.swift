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

@Suite struct EventQueryRoutesTests {
    private let events = "/api/v1/tenants/acme/events"

    private func site() async throws -> Site {
        let site = try await Site()
        var android = site.acme.event(3, stage: .refresh, user: "ada", ago: .minutes(3))
        android.content.texts[.platform] = "android"
        try await site.acme.deliver([
            site.acme.event(1), site.acme.event(2, message: "Timed out", ago: .minutes(2)), android,
            site.acme.event(4, outcome: .success, ago: .minutes(4)),
        ])
        try await site.globex.deliver([site.globex.event(9, message: "globex only")])
        return site
    }

    private func get(_ path: String, _ query: String, _ site: Site) async throws -> Site.Answer {
        try await site.send(.get, "\(events)\(path)q=\(PageAddress.encoded(query))")
    }

    @Test(arguments: [
        ("platform:ios", 3), ("-platform:ios", 1), ("keychain outcome:failed", 2), ("user:none", 3),
        ("\"timed out\" OR user:ada", 2), ("stage:refresh -user:none", 1), ("time:>=now", 0), ("-*", 0),
        ("\"globex only\"", 0),
    ])
    func `lists, counts and histograms answer a query`(query: String, count: Int) async throws {
        let site = try await site()

        let items = try await get("?", query, site).json["items"]?.arrayValue
        let counts = try await get("/counts?by=stage&", query, site).json
        let histogram = try await get("/histogram?", query, site).json
        let stack = try await get("/histogram?by=platform&", query, site).json

        #expect(items?.count == count)
        #expect(counts["total"] == .integer(Int64(count)) && counts["complete"] == true)
        #expect(histogram["total"] == .integer(Int64(count)))
        #expect(stack["total"] == .integer(Int64(count)) && stack["by"] == "platform")
    }

    @Test func `a query and a filter are both in force`() async throws {
        let site = try await site()

        let items = try await get("?outcome=failed&", "platform:ios", site).json["items"]?.arrayValue

        #expect(items?.count == 2)
    }

    @Test(arguments: [
        ("relese:2.3", "unknown_field", 1, 6), ("a (b", "unclosed_parenthesis", 3, 1),
        ("é code:", "missing_value", 8, 0),
        (String(repeating: "(", count: 9) + "a" + String(repeating: ")", count: 9), "too_deep", 9, 1),
        (String(repeating: "a* ", count: 21), "too_many_wildcards", 61, 2),
        (Array(repeating: "a", count: 51).joined(separator: " "), "too_many_terms", 101, 1),
    ])
    func `an error of a query is at a place`(query: String, code: String, column: Int, length: Int) async throws {
        let site = try await site()

        for path in ["?", "/counts?by=stage&", "/histogram?", "/comparison?", "/tail?seconds=0&", "/export?"] {
            let answer = try await get(path, query, site)
            #expect(answer.status == 422)
            let problem = try #require(try answer.json["errors"]?.arrayValue?.first)
            #expect(problem["field"] == "q" && problem["code"] == .string(code), "\(problem)")
            #expect(problem["column"] == .integer(Int64(column)), "\(problem)")
            #expect(problem["length"] == .integer(Int64(length)), "\(problem)")
        }
    }

    @Test(arguments: [String(repeating: "a", count: 1001), String(repeating: "\u{1F510}", count: 300)])
    func `a query that is too long is refused`(query: String) async throws {
        let answer = try await get("?", query, try await site())

        #expect(answer.status == 422)
        #expect(try answer.json["errors"]?[0]?["code"] == "too_long")
    }

    @Test func `a query in canonical form may be longer`() async throws {
        let site = try await site()
        let typed = Array(repeating: "", count: 50).enumerated().map { "-env:value-\($0.offset)" }
        let canonical = try QueryParser.parse(typed.joined(separator: " ")).description
        #expect(canonical.utf8.count > QueryLimits.textBytes)

        for path in ["?", "/counts?by=stage&", "/histogram?", "/tail?seconds=0&", "/export?"] {
            #expect(try await get(path, canonical, site).status == 200, "\(path)")
            #expect(try await get(path, canonical + " ", site).status == 422, "\(path)")
        }
    }

    @Test func `the largest queries are answered`() async throws {
        let site = try await site()
        let wildcards = (0..<20).map { "message:*a\($0)" }.joined(separator: " OR ")
        let terms = (0..<50).map { "-user:u\($0)" }.joined(separator: " ")
        let deep = String(repeating: "-(a OR ", count: 8) + "b" + String(repeating: ")", count: 8)

        for query in [wildcards, terms, deep, "message:*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b"] {
            #expect(try await get("?", query, site).status == 200, "\(query)")
            #expect(try await get("/histogram?", query, site).status == 200, "\(query)")
        }
    }

    @Test func `selected events are compared with the others`() async throws {
        let site = try await Site()
        try await site.acme.deliver(
            (0..<60).map { number in
                var event = site.acme.event(number, outcome: number < 20 ? .failed : .success)
                event.content.texts[.platform] = number < 18 ? "android" : "ios"
                return event
            }
        )

        let found = try await get("/comparison?", "outcome:failed", site).json

        #expect(found["selected"] == 20 && found["baseline"] == 40 && found["complete"] == true)
        let android = found["items"]?.arrayValue?.first { $0["value"] == "android" }
        #expect(android?["field"] == "platform" && android?["selected"] == 18 && android?["baseline"] == 0)
        #expect(android?["difference"] == .number(0.9))
        #expect(try await site.send(.get, "\(events)/comparison?baseline=never").fields == ["baseline"])
        let other = try await get("/comparison?baseline=query&baseline_q=outcome:success&", "outcome:failed", site).json
        #expect(other["selected"] == found["selected"] && other["baseline"] == found["baseline"])
        let faulty = try await site.send(.get, "\(events)/comparison?baseline=query&baseline_q=relese:2")
        #expect(faulty.status == 422 && faulty.fields == ["baseline_q"])
    }

    @Test func `fields and values are completed, those of the tenant alone`() async throws {
        let site = try await site()

        let fields = try await get("/completions?", "pla", site).json
        let values = try await get("/completions?", "-outcome:success platform:", site).json
        let inside = try await get("/completions?cursor=12&", "platform:and OR x", site).json
        let nowhere = try await get("/completions?", "\"closed\"", site).json

        #expect(fields["items"]?[0]?["text"] == "platform:" && fields["items"]?[0]?["kind"] == "field")
        #expect(values["items"]?[0] == ["kind": "value", "text": "ios", "count": 3])
        #expect(values["start"] == 26 && values["end"] == 26)
        #expect(inside["items"]?[0]?["text"] == "android" && inside["start"] == 9 && inside["end"] == 12)
        #expect(nowhere["items"]?.arrayValue?.isEmpty == true)
        #expect(try await get("/completions?cursor=1001&", "a", site).fields == ["cursor"])
    }

    @Test func `values of other tenants are not proposed`() async throws {
        let site = try await site()
        var secret = site.globex.event(11)
        secret.content.texts[.platform] = "globexos"
        try await site.globex.deliver([secret])

        let answer = try await get("/completions?", "platform:", site)

        #expect(try !answer.json.text.contains("globexos"))
    }
}
