@_spi(Admission) import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI
@testable import UseCases
@testable import WebCore
@testable import WebFixtures

/// How many requests may be made to what administers a tenant.
@Suite struct RequestLimitTests {
    private static let users = "/api/v1/tenants/acme/users"
    private static let limit = HTTPField.Name("RateLimit")!  // a token
    private static let policy = HTTPField.Name("RateLimit-Policy")!

    /// Makes as many requests as acme's secret key may make in a minute.
    private func useUp(_ site: Site) async throws {
        let key = try #require(
            try await site.services.authenticator.key(site.acme.creation.secretKey.text, .secret)
        ).key.id
        let access = Access(tenant: site.acme.tenant.id, principal: .key(key, from: nil))
        for _ in 0..<RateLimit.requestsByPrincipal.capacity { _ = site.services.requests.take(access) }
    }

    @Test func `each answer says what is left, a refusal too`() async throws {
        let site = try await Site()

        let answer = try await site.send(.get, Self.users)
        let rejected = try await site.send(
            .get,
            "\(Self.users)/\(User.ID(.version7(at: Timestamp(milliseconds: 0), random: (0, 1))))"
        )

        #expect(answer.headers[Self.policy] == #""key";q=1200;w=60, "tenant";q=3600;w=60"#)
        #expect(answer.headers[Self.limit] == #""key";r=1199;t=1, "tenant";r=3599;t=1"#)
        #expect(rejected.status == 404 && rejected.headers[Self.limit]?.hasPrefix(#""key";r=1198"#) == true)
    }

    @Test func `a key over its limit gets a retry time in each dialect, and others are served`()
        async throws
    {
        let site = try await Site()
        let vic = try await site.member("Vic", .admin)
        try await useUp(site)

        let own = try await site.send(.get, Self.users)
        let goTrue = try await site.send(.get, "/auth/v1/admin/users")
        let betterAuth = try await site.send(.get, "/api/auth/admin/list-users")

        #expect(own.status == 429 && own.code == "throttled" && own.headers[.retryAfter] == "1")
        #expect(
            own.headers[.contentType] == "application/problem+json"
                && own.headers[Self.limit]?.hasPrefix(#""key";r=0"#) == true
        )
        #expect(goTrue.status == 429 && goTrue.headers[.retryAfter] == "1")
        #expect(try goTrue.json["error_code"]?.stringValue == "over_request_rate_limit")
        #expect(betterAuth.status == 429 && betterAuth.headers[.xRetryAfter] == "1")
        #expect(try await site.send(.get, Self.users, as: vic).status == 200)
        #expect(
            try await site.send(.get, "/api/v1/tenants/globex/users", as: Site.bearer(site.globex.creation.secretKey))
                .status == 200
        )
        site.installation.clock.advance(by: .seconds(1))
        #expect(try await site.send(.get, Self.users).status == 200)
    }

    @Test func `the keys of a tenant have a limit together`() async throws {
        let site = try await Site()
        let tenant = site.acme.tenant.id
        for _ in 1...3 {
            let key = try await site.services.keys.create(kind: .secret, name: "More", grant: site.acme.system.grant())
                .key.id
            let access = Access(tenant: tenant, principal: .key(key, from: nil))
            for _ in 0..<RateLimit.requestsByPrincipal.capacity { _ = site.services.requests.take(access) }
        }

        let answer = try await site.send(.get, Self.users)

        #expect(answer.status == 429 && answer.headers[Self.limit]?.contains(#""tenant";r=0"#) == true)
    }

    @Test
    func `endless denied attempts are audited with a few entries and one that counts the rest`()
        async throws
    {
        let site = try await Site()
        let vic = try await site.member("Vic", .onCall)
        let kim = try await site.acme.add("Kim")
        let grant: Grant<ReadAudit> = try site.acme.system.grant()
        func denied() async throws -> [AuditEntry] {
            let page = try await site.services.audit.page(
                PageRequest(limit: 200),
                filter: AuditFilter(action: .denied),
                grant: grant
            )
            return page.items
        }

        for _ in 0..<25 {
            #expect(try await site.send(.delete, "\(Self.users)/\(kim.id)", as: vic).status == 403)
        }
        try await site.services.denials.flush()
        #expect(try await denied().count == 20, "the minute is not over")
        site.installation.clock.advance(by: .minutes(1))
        try await site.services.denials.flush()
        try await site.services.denials.flush(all: true)

        let entries = try await denied()
        let sum = try #require(entries.first)
        #expect(entries.count == 21 && site.services.denials.countedTogether == 5)
        #expect(sum.changes.map(\.field) == ["attempt", "reason", "repeated"] && sum.changes.last?.after == "5")
        #expect(sum.actor == entries[1].actor)
    }
}
