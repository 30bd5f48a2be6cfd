import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import TelemetryAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct BadInputTests {
    private let users = "/api/v1/tenants/acme/users"

    private func post(
        _ body: some Sequence<UInt8>,
        type: String? = "application/json",
        adding fields: HTTPFields = [:]
    ) async throws
        -> Site.Answer
    {
        let site = try await Site()
        var headers = site.acmeKey
        headers[.contentType] = type
        for field in fields { headers.append(field) }
        return try await site.send(.post, users, headers, body: Array(body))
    }

    @Test(arguments: [
        (#"{"role": 7}"#, ["role"]), (#"{}"#, ["role"]), (#"{"role": "customer", "email": "nobody"}"#, ["email"]),
        (#"{"role": "customer", "mail": "a@b.example", "x": 1}"#, ["mail", "x"]), (#"{"role": "Customer"}"#, ["role"]),
        (#"{"role": "customer", "name": "a\u202eb"}"#, ["name"]),
        (#"{"role": "customer", "name": "\u0000"}"#, ["name"]),
        (#"{"role": "customer", "email": "a@b.example", "password": "short"}"#, ["password"]),
        (#"{"role": ["customer"], "email": {}, "name": true}"#, ["role", "email", "name"]),
    ])
    func `a field that is wrong is named`(_ body: String, _ fields: [String]) async throws {
        let answer = try await post(body.utf8)

        #expect(answer.status == 422)
        #expect(Set(answer.fields) == Set(fields))
    }

    @Test(arguments: [
        ("", "Line 1, column 1"), ("{\n  \"role\": }", "Line 2, column 11"),
        (#"{"role": "customer", "role": "admin"}"#, "comes twice"),
        (String(repeating: "[", count: 10_000), "levels"), (#"{"role": "customer"} x"#, "follows"),
        ("[]", "must be a JSON object"),
        ("null", "must be a JSON object"), ("\u{FEFF}{}", "Line 1"), (#"{"role": "\ud800"}"#, "surrogate"),
    ])
    func `a body that is no JSON object is refused with its place`(_ body: String, _ words: String) async throws {
        let answer = try await post(body.utf8)

        #expect(answer.status == 400)
        #expect(try answer.json["detail"]?.stringValue?.contains(words) == true)
    }

    @Test(arguments: [
        ("sessions", "user"), ("sessions", "app_version"), ("sessions", "seen_before"), ("sessions", "kind"),
        ("users", "role"),
        ("users", "limit"), ("events", "from"), ("events", "code"), ("events", "attempt"), ("audit", "actor"),
        ("audit", "target"),
    ])
    func `a filter that came out empty is refused, and is never no filter`(_ list: String, _ field: String) async throws
    {
        let answer = try await Site().send(.get, "/api/v1/tenants/acme/\(list)?\(field)=")

        #expect(answer.status == 422)
        #expect(answer.fields == [field])
    }

    @Test(arguments: ["user", "role", "kind", "app_version", "seen_after"])
    func `an empty filter ends no session`(_ field: String) async throws {
        let site = try await Site()
        let session = try await site.signIn(site.acme.add("Kim"), of: site.acme, kind: .app).session

        let body = JSONValue.object(JSONObject([(field, ""), ("os_version", "18.2")]))
        let answer = try await site.send(.post, "/api/v1/tenants/acme/sessions/revocations", json: body)

        #expect(answer.status == 422)
        #expect(answer.fields == [field])
        #expect(try await site.send(.get, "/api/v1/tenants/acme/sessions/\(session.id)").json["ended_at"] == .null)
    }

    @Test func `a host name that cannot be one is refused, also when it is to be removed`() async throws {
        let site = try await Site()
        let cookie = try await site.operatorCookie()

        for method in [HTTPRequest.Method.put, .delete] {
            let answer = try await site.send(method, "/api/v1/tenants/acme/hosts/not%20a%20host", as: cookie)
            #expect(answer.status == 422)
            #expect(answer.fields == ["host"])
        }
    }

    @Test func `broken UTF-8 is refused with its place`() async throws {
        let answer = try await post(Array(#"{"role": ""#.utf8) + [0xFF] + Array(#""}"#.utf8))

        #expect(answer.status == 400)
        #expect(try answer.json["detail"]?.stringValue?.contains("Line 1, column 11") == true)
    }

    @Test(arguments: [
        nil, "text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1", "application/jsonx",
    ])
    func `another media type is refused`(_ type: String?) async throws {
        let answer = try await post(#"{"role": "customer"}"#.utf8, type: type)

        #expect(answer.status == 415)
        #expect(answer.headers[.accept] == "application/json")
    }

    @Test func `a content encoding is refused, and so is too long a body`() async throws {
        #expect(try await post("{}".utf8, adding: [.contentEncoding: "gzip"]).status == 415)
        let long = "{\"name\": \"\(String(repeating: "a", count: 70_000))\"}".utf8
        #expect(try await post(long).status == 413)
        #expect(try await post(long, adding: [.idempotencyKey: "one"]).status == 413)
    }

    @Test func `a method that a path does not take is answered with those that it takes`() async throws {
        let site = try await Site()

        let answer = try await site.send(.put, users, json: [:])

        #expect(answer.status == 405)
        #expect(answer.headers[.allow] == "GET, HEAD, POST")
        #expect(answer.headers[.contentType] == "application/problem+json")
    }

    @Test(arguments: ["users", "sessions", "keys", "roles"])
    func `foreign, unknown and malformed ids get the same response`(_ collection: String) async throws {
        let site = try await Site()
        let zoe = try await site.globex.add("Zoe")
        _ = try await site.services.roles.create(
            name: "pilot",
            .init(title: "Pilot", rank: 1, permissions: []),
            grant: site.globex.system.grant()
        )
        let foreign: [String: String] = [
            "users": zoe.id.description, "sessions": try await site.signIn(zoe, of: site.globex).session.id.description,
            "keys": try await site.services.keys.page(.init(), grant: site.globex.system.grant()).items[0].id
                .description,
            "roles": "pilot",
        ]

        var answers: [Site.Answer] = []
        for id in [
            try #require(foreign[collection]), "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907", "nothing", "%FF", "..", "a%2Fb",
        ] {
            answers.append(try await site.send(.delete, "/api/v1/tenants/acme/\(collection)/\(id)"))
        }

        #expect(answers.allSatisfy { $0.status == 404 })
        #expect(Set(answers.map(\.withoutRequestID)).count == 1)
    }
}
