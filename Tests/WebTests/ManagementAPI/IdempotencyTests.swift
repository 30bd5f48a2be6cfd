import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import Web

@Suite struct IdempotencyTests {
    private let keys = "/api/v1/tenants/acme/keys"
    private let draft: JSONValue = ["kind": "ingest", "name": "iOS"]

    @Test func `the same request with the same key is done once and answered the same`() async throws {
        let site = try await Site()

        let first = try await site.send(.post, keys, json: draft, adding: [.idempotencyKey: "k 1"])
        let second = try await site.send(.post, keys, json: draft, adding: [.idempotencyKey: "k 1"])

        #expect(first.status == 201)
        #expect(second.status == 201)
        #expect(first.bytes == second.bytes)
        #expect(first.headers[.location] == second.headers[.location])
        #expect(second.headers[.contentType] == "application/json")
        #expect(try await site.send(.get, keys).json["items"]?.arrayValue?.count == 4)
    }

    @Test func `another request with the same key is refused, another caller's is not`() async throws {
        let site = try await Site()
        _ = try await site.send(.post, keys, json: draft, adding: [.idempotencyKey: "k"])

        let other = try await site.send(.post, keys, json: ["kind": "ingest", "name": "Web"], adding: [.idempotencyKey: "k"])
        let cookie = try await site.member("Ada", .admin)
        let others = try await site.send(.post, keys, as: cookie, json: draft, adding: [.idempotencyKey: "k"])

        #expect(other.status == 409)
        #expect(other.code == "idempotency_key_reused")
        #expect(others.status == 201)
    }

    @Test func `a request that was refused can be mended and sent again`() async throws {
        let site = try await Site()
        let wrong = try await site.send(.post, keys, json: ["kind": "ingest"], adding: [.idempotencyKey: "k"])

        let right = try await site.send(.post, keys, json: draft, adding: [.idempotencyKey: "k"])

        #expect(wrong.fields == ["name"])
        #expect(right.status == 201)
    }

    @Test func `an answer without a body is remembered too`() async throws {
        let site = try await Site()
        let vic = try await site.acme.add("Vic")

        let first = try await site.send(.delete, "/api/v1/tenants/acme/users/\(vic.id)", adding: [.idempotencyKey: "k"])
        let second = try await site.send(.delete, "/api/v1/tenants/acme/users/\(vic.id)", adding: [.idempotencyKey: "k"])

        #expect([first.status, second.status] == [204, 204])
        #expect(try await site.send(.delete, "/api/v1/tenants/acme/users/\(vic.id)").status == 404)
    }

    @Test func `an operator's request of the installation is done once too`() async throws {
        let site = try await Site()
        let cookie = try await site.operatorCookie()
        let tenant: JSONValue = ["slug": "initech", "name": "Initech"]

        let first = try await site.send(.post, "/api/v1/tenants", as: cookie, json: tenant, adding: [.idempotencyKey: "k"])
        let second = try await site.send(.post, "/api/v1/tenants", as: cookie, json: tenant, adding: [.idempotencyKey: "k"])

        #expect(first.status == 201)
        #expect(first.bytes == second.bytes)
    }

    @Test(arguments: ["", String(repeating: "k", count: 256), "schlüssel"])
    func `a key that is none is refused`(_ key: String) async throws {
        let site = try await Site()

        let answer = try await site.send(.post, keys, json: draft, adding: [.idempotencyKey: key])

        #expect(answer.status == 422)
        #expect(answer.fields == ["Idempotency-Key"])
    }
}
