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
@testable import WebCore
@testable import WebFixtures

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

        let other = try await site.send(
            .post,
            keys,
            json: ["kind": "ingest", "name": "Web"],
            adding: [.idempotencyKey: "k"]
        )
        let cookie = try await site.member("Ada", .admin)
        let others = try await site.send(.post, keys, as: cookie, json: draft, adding: [.idempotencyKey: "k"])

        #expect(other.status == 409)
        #expect(other.code == "idempotency_key_reused")
        #expect(others.status == 201)
    }

    @Test func `a rejected request can be corrected and sent again`() async throws {
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
        let second = try await site.send(
            .delete,
            "/api/v1/tenants/acme/users/\(vic.id)",
            adding: [.idempotencyKey: "k"]
        )

        #expect([first.status, second.status] == [204, 204])
        #expect(try await site.send(.delete, "/api/v1/tenants/acme/users/\(vic.id)").status == 404)
    }

    @Test func `an operator's request of the installation is done once too`() async throws {
        let site = try await Site()
        let cookie = try await site.operatorCookie()
        let tenant: JSONValue = ["slug": "initech", "name": "Initech"]

        let first = try await site.send(
            .post,
            "/api/v1/tenants",
            as: cookie,
            json: tenant,
            adding: [.idempotencyKey: "k"]
        )
        let second = try await site.send(
            .post,
            "/api/v1/tenants",
            as: cookie,
            json: tenant,
            adding: [.idempotencyKey: "k"]
        )

        #expect(first.status == 201)
        #expect(
            second.status == 409 && second.code == "idempotency_secret_withheld",
            "its keys are shown once: \(second.text)"
        )
        #expect(second.headers[.location] == first.headers[.location])
        #expect(
            try await site.services.tenants.page(PageRequest(), grant: site.installation.installationGrant).items.count
                == 3
        )
    }

    @Test(arguments: [
        ("keys", #"{"kind": "secret", "name": "Server"}"#), ("users/{user}/links", #"{"purpose": "reset_password"}"#),
        ("invitations", #"{"email": "eve@acme.example", "role": "customer"}"#),
    ])
    func `a value that is shown once is not shown for a repeated request`(path: String, body: String) async throws {
        let site = try await Site()
        let kim = try await site.acme.add("Kim")
        let path = "/api/v1/tenants/acme/" + path.replacing("{user}", with: kim.id.description)
        let json = try JSONValue(parsing: Array(body.utf8))

        let first = try await site.send(.post, path, json: json, adding: [.idempotencyKey: "k"])
        let second = try await site.send(.post, path, json: json, adding: [.idempotencyKey: "k"])

        #expect(first.status < 300 && first.text.contains("gh_"), "\(first.text)")
        #expect(second.status == 409 && second.code == "idempotency_secret_withheld", "\(second.text)")
        #expect(!second.text.contains("gh_"))
    }

    @Test func `a stored response is not repeated for a caller who has lost the permission`() async throws {
        let site = try await Site()
        let ada = try await site.acme.add("Ada", role: .admin)
        try await site.acme.add("Boss", role: .admin)
        let cookie = Site.cookie(try await site.signIn(ada, of: site.acme).token)
        let once: HTTPFields = [.idempotencyKey: "k"]
        let first = try await site.send(.post, keys, as: cookie, json: draft, adding: once)

        let helper = RoleAdministration.Draft(title: "Helper", rank: 100, permissions: ["console.enter", "keys.read"])
        _ = try await site.services.roles.create(name: "helper", helper, grant: site.acme.system.grant())
        _ = try await site.services.users.assign(role: "helper", to: ada.id, grant: site.acme.system.grant())
        let demoted = Site.cookie(try await site.signIn(ada, of: site.acme).token)
        let rejected = try await site.send(.post, keys, as: demoted, json: draft, adding: once)
        _ = try await site.services.users.assign(role: "admin", to: ada.id, grant: site.acme.system.grant())
        let back = Site.cookie(try await site.signIn(ada, of: site.acme).token)
        let later = try await site.send(.post, keys, as: back, json: draft, adding: once)

        #expect(first.status == 201)
        #expect(rejected.status == 403 && rejected.code == "missing_permission", "\(rejected.text)")
        #expect(
            later.status == 409 && later.code == "idempotency_answer_lost",
            "what was answered is forgotten, and nothing is done twice"
        )
        #expect(try await site.send(.get, keys).json["items"]?.arrayValue?.count == 4)
    }

    @Test func `a caller without the permission is denied with any idempotency key`() async throws {
        let site = try await Site()
        let cookie = try await site.member("Watch", .onCall)

        let answer = try await site.send(.post, keys, as: cookie, json: draft, adding: [.idempotencyKey: "k"])

        #expect(answer.status == 403 && answer.code == "missing_permission")
    }

    @Test(arguments: ["", String(repeating: "k", count: 256), "schlüssel"])
    func `a key that is none is refused`(_ key: String) async throws {
        let site = try await Site()

        let answer = try await site.send(.post, keys, json: draft, adding: [.idempotencyKey: key])

        #expect(answer.status == 422)
        #expect(answer.fields == ["Idempotency-Key"])
    }
}
