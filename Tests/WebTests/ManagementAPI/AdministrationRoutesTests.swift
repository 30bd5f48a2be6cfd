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

@Suite struct AdministrationRoutesTests {
    private let acme = "/api/v1/tenants/acme"

    @Test func `a key is shown once, works, and is refused after its revocation`() async throws {
        let site = try await Site()

        let created = try await site.send(.post, "\(acme)/keys", json: ["kind": "secret", "name": "Back end"])
        #expect(created.status == 201)
        let text = try #require(try created.json["text"]?.stringValue)
        let key: HTTPFields = [.gatehouseKey: text]
        #expect(try await site.send(.get, "\(acme)/keys", as: key).status == 200)
        #expect(try await !site.send(.get, "\(acme)/keys").text.contains(text))

        let revoked = try await site.send(.delete, try #require(created.headers[.location]))
        #expect(try revoked.json["revoked_at"]?.stringValue != nil)
        #expect(try await site.send(.get, "\(acme)/keys", as: key).status == 401)
    }

    @Test func `a role is added, replaced, assigned, and deleted only without users`() async throws {
        let site = try await Site()
        let draft: JSONValue = [
            "name": "auditor", "title": "Auditor", "rank": 40, "permissions": ["audit.read", "console.enter"],
        ]

        #expect(
            try await site.send(.post, "\(acme)/roles", json: draft).headers[.location]?.hasSuffix("/roles/auditor")
                == true
        )
        #expect(try await site.send(.post, "\(acme)/roles", json: draft).code == "role_taken")
        let replaced = try await site.send(
            .put,
            "\(acme)/roles/auditor",
            json: ["title": "Checker", "rank": 41, "permissions": []]
        )
        #expect(try replaced.json["title"] == "Checker")
        _ = try await site.acme.add("Vic", role: #require(Role.Name("auditor")))
        #expect(try await site.send(.get, "\(acme)/roles/auditor").json["users"] == 1)
        #expect(try await site.send(.delete, "\(acme)/roles/auditor").code == "role_in_use")
        #expect(try await site.send(.delete, "\(acme)/roles/admin").status == 422)
        #expect(try await site.send(.delete, "\(acme)/roles/nobody").code == "role_not_found")
    }

    @Test func `the audit lists actions with their actors`() async throws {
        let site = try await Site()
        let vic = try await site.acme.add("Vic")
        _ = try await site.send(.put, "\(acme)/users/\(vic.id)/disablement")

        let audit = try await site.send(.get, "\(acme)/audit?action=user.disabled&target=\(vic.id)").json

        let entry = try #require(audit["items"]?[0])
        #expect(entry["actor_kind"] == "key")
        #expect(entry["address"] == "203.0.113.9")
        #expect(entry["changes"]?[0] == ["field": "state", "before": "active", "after": "disabled"])
    }

    @Test func `an operator creates a tenant, renames it, suspends it and adds a host name`() async throws {
        let site = try await Site()
        let cookie = try await site.operatorCookie()

        let created = try await site.send(
            .post,
            "/api/v1/tenants",
            as: cookie,
            json: ["slug": "initech", "name": "Initech"]
        )
        #expect(created.status == 201)
        let secret: HTTPFields = [.gatehouseKey: try #require(try created.json["secret_key"]?.stringValue)]
        let path = try #require(created.headers[.location])
        #expect(
            try await site.send(.put, "\(path)/hosts/Login.Initech.example", as: cookie).json["hosts"] == [
                "login.initech.example"
            ]
        )
        #expect(try await site.send(.get, "/api/v1/tenants/initech/users", as: secret).status == 200)

        let edited = try await site.send(
            .patch,
            path,
            as: cookie,
            json: ["name": "Initech GmbH", "state": "suspended"]
        )
        #expect(try edited.json["name"] == "Initech GmbH")
        #expect(try edited.json["state"] == "suspended")
        #expect(try await site.send(.get, "/api/v1/tenants/initech/users", as: secret).status == 403)
        #expect(try await site.send(.delete, "\(path)/hosts/login.initech.example", as: cookie).status == 204)
        #expect(try await site.send(.get, path, as: cookie).json["hosts"] == [])
        #expect(try await site.send(.put, "\(path)/hosts/-", as: cookie).fields == ["host"])
    }

    @Test func `name and state change in one go, each with its entry, and what stays as it was leaves none`()
        async throws
    {
        let site = try await Site()
        let cookie = try await site.operatorCookie()
        func entries() async throws -> [AuditEntry] {
            try await site.services.audit.page(PageRequest(limit: 50), grant: site.acme.system.grant()).items
        }
        _ = try await site.send(.get, acme, as: cookie)
        let before = try await entries().count

        let edited = try await site.send(.patch, acme, as: cookie, json: ["name": "Acme & Sons", "state": "suspended"])
        let again = try await site.send(.patch, acme, as: cookie, json: ["name": "Acme & Sons", "state": "suspended"])
        let nothing = try await site.send(.patch, acme, as: cookie, json: [:])
        let wrong = try await site.send(.patch, acme, as: cookie, json: ["name": "", "state": "active"])

        #expect(try edited.json["name"] == "Acme & Sons" && edited.json["state"] == "suspended")
        #expect(again.status == 200 && nothing.status == 200)
        #expect(wrong.fields == ["name"])
        let new = try await entries().prefix { $0.sequence > before }
        #expect(new.map(\.action) == [.tenantSuspended, .tenantUpdated])
        #expect(Set(new.map(\.requestID)).count == 1)
        #expect(try await site.send(.get, acme, as: cookie).json["state"] == "suspended")
    }

    @Test func `tenants are for operators alone`() async throws {
        let site = try await Site()

        for credential in [site.acmeKey, try await site.member("Ada", .admin)] {
            #expect(try await site.send(.get, "/api/v1/tenants", as: credential).status == 403)
            #expect(
                try await site.send(.post, "/api/v1/tenants", as: credential, json: ["slug": "x1", "name": "X"]).status
                    == 403
            )
            #expect(try await site.send(.get, acme, as: credential).status == 403)
            #expect(try await site.send(.patch, acme, as: credential, json: ["name": "Mine"]).status == 403)
            #expect(try await site.send(.get, "/api/v1/tenants/globex", as: credential).status == 404)
        }
        let authenticator = site.services.authenticator
        #expect(try await authenticator.tenant(site.acme.tenant.slug).name == site.acme.tenant.name)
        let slug = try #require(Tenant.Slug("x1"))
        await #expect(throws: DomainError.notFound(.tenant)) { try await authenticator.tenant(slug) }
    }
}
