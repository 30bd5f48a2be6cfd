import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing

@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct CauseRuleRoutesTests {
    private let path = "/api/v1/tenants/acme/cause-rules"
    private let body: JSONValue = ["domain": "MyApp.SignInError", "code": "7", "treat_as": "net.timeout"]

    @Test func `a rule is created, read, replaced and deleted`() async throws {
        let site = try await Site()

        let created = try await site.send(.post, path, json: body)
        #expect(try created.status == 201 && created.json["position"] == 1 && created.json["stage"] == .null)
        let id = try #require(created.json["id"]?.stringValue)
        #expect(try await site.send(.get, "\(path)/\(id)").json == created.json)
        #expect(try await site.send(.get, path).json["items"]?[0] == created.json)

        let edit: JSONValue = ["domain": "MyApp.*", "stage": "refresh", "treat_as": "net.dns", "version": 1]
        let replaced = try await site.send(.put, "\(path)/\(id)", json: edit)
        #expect(
            try replaced.json["version"] == 2 && replaced.json["code"] == .null && replaced.json["stage"] == "refresh"
        )
        #expect(try await site.send(.put, "\(path)/\(id)", json: edit).status == 409)
        #expect(try await site.send(.delete, "\(path)/\(id)?version=1").status == 409)
        #expect(try await site.send(.delete, "\(path)/\(id)?version=2").status == 204)
        #expect(try await site.send(.delete, "\(path)/\(id)").status == 404)
    }

    @Test(
        arguments: [
            (["treat_as": "net.dns"], ["domain"]), (["domain": "a"], ["treat_as"]),
            (["domain": "a", "treat_as": "none"], ["treat_as"]),
            (["domain": "a", "treat_as": "inc.clock"], ["treat_as"]),
            (["domain": .string(String(repeating: "d", count: 10_000)), "treat_as": "net.dns"], ["domain"]),
            (["domain": .string(String(repeating: "é", count: 150)), "treat_as": "net.dns"], ["domain"]),
            (["domain": "a\u{0}", "treat_as": "net.dns"], ["domain"]),
            (["domain": "a", "treat_as": "net.dns", "stage": "nowhere"], ["stage"]),
            (["domain": "a", "treat_as": "net.dns", "position": 0], ["position"]),
            (["domain": "a", "treat_as": "net.dns", "canonical": "x"], ["canonical"]),
        ] as [(JSONValue, [String])]
    )
    func `an invalid field is named`(body: JSONValue, fields: [String]) async throws {
        let site = try await Site()

        let answer = try await site.send(.post, path, json: body)

        #expect(answer.status == 422 && answer.fields == fields)
    }

    @Test(arguments: ["none", "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907"])
    func `an unknown rule is not found`(id: String) async throws {
        let site = try await Site()

        #expect(try await site.send(.get, "\(path)/\(id)").status == 404)
        #expect(try await site.send(.put, "\(path)/\(id)", json: body).status == 404)
        #expect(try await site.send(.delete, "\(path)/\(id)").status == 404)
    }

    @Test func `unknown errors are listed, with the rule that applies to them`() async throws {
        let site = try await Site()
        var content = site.acme.event(1).content
        content.error = EventError(domain: "MyApp.SignInError", code: "7", chain: [.init(domain: "Below", code: "x")])
        try await site.acme.deliver([DecodedEvent(content)])
        let created = try await site.send(.post, path, json: body)

        let listed = try await site.send(.get, "/api/v1/tenants/acme/unknown-errors?limit=5").json["items"]

        #expect(listed?.arrayValue?.count == 1)
        let first = try #require(listed?[0])
        #expect(first["domain"] == "MyApp.SignInError" && first["code"] == "7" && first["count"] == 1)
        #expect(first["cause_domain"] == "Below" && first["cause_code"] == "x")
        #expect(try first["rule"] == created.json["id"])
        let example = try #require(first["example"]?.stringValue)
        #expect(try await site.send(.get, "/api/v1/tenants/acme/events/\(example)").status == 200)
        #expect(try await site.send(.get, "/api/v1/tenants/acme/unknown-errors?limit=0").status == 422)
    }
}
