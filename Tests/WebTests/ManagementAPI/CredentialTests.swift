import Domain
import Fixtures
import HTTPTypes
import Stores
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct CredentialTests {
    private let users = "/api/v1/tenants/acme/users"

    @Test func `a secret key opens its tenant, by slug and by id`() async throws {
        let site = try await Site()

        let bySlug = try await site.send(.get, users)
        let byID = try await site.send(.get, "/api/v1/tenants/\(site.acme.tenant.id)/users")
        let byField = try await site.send(.get, users, as: [.gatehouseKey: site.acme.creation.secretKey.text])

        #expect([bySlug.status, byID.status, byField.status] == [200, 200, 200])
    }

    @Test func `without a credential the answer says how to bring one`() async throws {
        let site = try await Site()

        let answer = try await site.send(.get, users, as: [:])

        #expect(answer.status == 401)
        #expect(answer.code == "unauthenticated")
        #expect(answer.headers[.wwwAuthenticate] == "Bearer realm=\"gatehouse\"")
        #expect(answer.headers[.contentType] == "application/problem+json")
    }

    @Test func `no other credential than a secret key is taken as one`() async throws {
        let site = try await Site()
        let app = try await site.signIn(site.acme.add("Ada", role: .admin), of: site.acme, kind: .app)
        let revoked = try await site.services.keys.create(kind: .secret, name: "Old", grant: site.acme.system.grant())
        _ = try await site.services.keys.revoke(revoked.key.id, grant: site.acme.system.grant())

        for credential in [
            site.acme.creation.publishableKey, site.acme.creation.ingestKey, app.token, revoked.text,
            Credential(.secretKey, tenant: site.acme.tenant.id, random: Array(repeating: 1, count: 32)),
        ] {
            let answer = try await site.send(.get, users, as: Site.bearer(credential))
            #expect(answer.status == 401, "\(credential.prefix)")
            #expect(answer.headers[.wwwAuthenticate]?.contains("invalid_token") == true)
        }
        let basic = try await site.send(.get, users, as: [.authorization: "Basic \(site.acme.creation.secretKey.text)"])
        #expect(basic.status == 401)
    }

    @Test func `two credentials at once are refused`() async throws {
        let site = try await Site()
        let cookie = try await site.member("Ada", .admin)

        let keyAndCookie = try await site.send(.get, users, adding: cookie)
        let keyTwice = try await site.send(.get, users, adding: [.gatehouseKey: site.acme.creation.secretKey.text])
        let sameTwice = try await site.send(.get, users, adding: site.acmeKey)

        #expect([keyAndCookie, keyTwice, sameTwice].map(\.status) == [400, 400, 400])
        #expect(keyAndCookie.code == "several_credentials")
    }

    @Test func `the path of another tenant and of an unknown one get the same response`() async throws {
        let site = try await Site()

        for credential in [site.acmeKey, try await site.member("Ada", .admin)] {
            let foreign = try await site.send(.get, "/api/v1/tenants/globex/users", as: credential)
            let foreignID = try await site.send(.get, "/api/v1/tenants/\(site.globex.tenant.id)/users", as: credential)
            let absent = try await site.send(.get, "/api/v1/tenants/nobody/users", as: credential)
            let malformed = try await site.send(.get, "/api/v1/tenants/No_Body/users", as: credential)

            #expect([foreign, foreignID, absent, malformed].map(\.status) == [404, 404, 404, 404])
            #expect(Set([foreign, foreignID, absent, malformed].map(\.withoutRequestID)).count == 1)
        }
    }

    @Test func `the key of a suspended tenant is refused, and its members are not signed in`() async throws {
        let site = try await Site()
        let cookie = try await site.member("Ada", .admin)

        _ = try await site.services.tenants.suspend(site.acme.tenant.id, grant: site.installation.installationGrant)

        let key = try await site.send(.get, users)
        #expect(key.status == 403)
        #expect(key.code == "tenant_suspended")
        #expect(try await site.send(.get, users, as: cookie).status == 401)
    }

    @Test func `a database that is away is never answered as not signed in`() async throws {
        let outage = Outage(of: "FROM api_keys k JOIN tenants")
        let site = try await Site(observer: outage)
        outage.begin()

        let answer = try await site.send(.get, users)

        #expect(answer.status == 503)
        #expect(answer.headers[.retryAfter] == "1")
    }

    @Test func `a change with the console's cookie has to come from a page of ours`() async throws {
        let site = try await Site()
        let token = try await site.signIn(site.acme.add("Ada", role: .admin), of: site.acme).token
        let cookie: HTTPFields = [.cookie: "__Host-gh=\(token.text)"]

        func create(_ fields: HTTPFields) async throws -> Int {
            try await site.send(.post, users, as: cookie, json: ["role": "customer", "name": "Vic"], adding: fields)
                .status
        }

        #expect(try await create([.secFetchSite: "same-origin"]) == 201)
        #expect(try await create([.origin: Site.origin]) == 201)
        #expect(try await create([:]) == 403)
        #expect(try await create([.secFetchSite: "cross-site", .origin: Site.origin]) == 403)
        #expect(try await create([.secFetchSite: "same-site"]) == 403)
        #expect(try await create([.secFetchSite: "none"]) == 403)
        #expect(try await create([.origin: "https://evil.example"]) == 403)
        #expect(try await create([.origin: "null"]) == 403)
        #expect(try await site.send(.get, users, as: cookie).status == 200)
    }

    @Test func `a form cannot make a change with the cookie, even where no body is read`() async throws {
        let site = try await Site()
        let cookie = try await site.member("Ada", .admin)
        let victim = try await site.acme.add("Vic")

        let answer = try await site.send(
            .delete,
            "\(users)/\(victim.id)",
            as: cookie,
            adding: [.contentType: "application/x-www-form-urlencoded"]
        )

        #expect(answer.status == 415 && answer.code == "unsupported_media_type", "\(answer.text)")
        let kept = try await site.send(.get, "\(users)/\(victim.id)")
        #expect(try kept.json["id"]?.stringValue == victim.id.description)
    }

    @Test func `a session that was ended is refused by the next request`() async throws {
        let site = try await Site()
        let signedIn = try await site.signIn(site.acme.add("Ada", role: .admin), of: site.acme)
        let cookie = Site.cookie(signedIn.token)
        #expect(try await site.send(.get, users, as: cookie).status == 200)

        #expect(try await site.send(.delete, "/api/v1/tenants/acme/sessions/\(signedIn.session.id)").status == 204)

        #expect(try await site.send(.get, users, as: cookie).status == 401)
    }

    @Test func `a change that the role does not allow is written down`() async throws {
        let site = try await Site()
        let cookie = try await site.member("Otto", .onCall)
        let victim = try await site.acme.add("Vic")

        let change = try await site.send(.delete, "\(users)/\(victim.id)", as: cookie)
        let read = try await site.send(.get, "/api/v1/tenants/acme/keys", as: cookie)

        #expect([change, read].map(\.status) == [403, 403])
        #expect(change.code == "missing_permission")
        let audit = try await site.send(.get, "/api/v1/tenants/acme/audit?action=access.denied").json
        let items = try #require(audit["items"]?.arrayValue)
        #expect(items.count == 1)
        #expect(items.first?["changes"]?[0]?["after"] == "DELETE /api/v1/tenants/{tenant}/users/{user}")
    }

    @Test func `an operator enters any tenant, and the entry is audited once`() async throws {
        let site = try await Site()
        let cookie = try await site.operatorCookie()

        for tenant in ["acme", "globex", "\(site.globex.tenant.id)"] {
            #expect(try await site.send(.get, "/api/v1/tenants/\(tenant)/users", as: cookie).status == 200)
        }

        let audit = try await site.send(.get, "/api/v1/tenants/globex/audit?action=tenant.entered", as: cookie).json
        #expect(audit["items"]?.arrayValue?.count == 1)
        #expect(try await site.send(.get, "/api/v1/tenants/nobody/users", as: cookie).status == 404)
    }
}
