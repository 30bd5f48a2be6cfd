import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing

@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct ReleaseRoutesTests {
    private let tenant = "/api/v1/tenants/acme"

    @Test func `releases are listed, and one is read by its version`() async throws {
        let site = try await Site()
        try await site.acme.deliver([site.acme.event(1, ago: .zero), site.acme.event(2, outcome: .success, ago: .zero)])

        let listed = try await site.send(.get, "\(tenant)/releases").json["items"]?[0]
        let read = try await site.send(.get, "\(tenant)/releases/2.4.0").json

        #expect(listed?["version"] == "2.4.0" && listed?["success"]?["results"] == 2)
        #expect(listed?["success"]?["rate"] == .number(0.5) && listed?["installations"] == .null)
        #expect(read["release"] == listed && read["previous"] == .null && read["comparison"] == "unknown")
        #expect(read["systems"]?[0]?["value"] == "18.2" && read["new_codes"]?.arrayValue?.count == 1)
        #expect(listed?["sign_ins"] == 0 && read["systems"]?[0]?["sign_ins"] == 0)
        #expect(read["systems"]?[0]?["first_success"]?["results"] == 2)
        #expect(
            read["builds"]?[0]?["previous_first_success"] == .null && read["builds"]?[0]?["comparison"] == "unknown"
        )
    }

    @Test func `a version in a path may be percent-encoded`() async throws {
        let site = try await Site()
        try await site.acme.deliver([site.acme.event(1, ago: .zero)])

        let read = try await site.send(.get, "\(tenant)/releases/2%2E4%2e0").json

        #expect(read["release"]?["version"] == "2.4.0")
    }

    @Test(arguments: ["9.9.9", "%00", "%FF", "2.4.0%20"])
    func `an unknown release is not found`(version: String) async throws {
        let site = try await Site()
        try await site.acme.deliver([site.acme.event(1)])

        let answer = try await site.send(.get, "\(tenant)/releases/\(version)")

        #expect([404, 400].contains(answer.status))
    }

    @Test func `changes have no values and no actor`() async throws {
        let site = try await Site()
        try await site.acme.deliver([site.acme.event(1)])
        site.installation.clock.advance(by: .seconds(1))
        try await site.acme.set { $0.requiresNonce = true }

        let items = try #require(try await site.send(.get, "\(tenant)/changes").json["items"]?.arrayValue)

        #expect(items.first?["kind"] == "settings" && items.first?["fields"] == ["require_nonce"])
        #expect(items.contains { $0["kind"] == "release" && $0["subject"] == "2.4.0" })
        #expect(try await site.send(.get, "\(tenant)/changes?cursor=x").status == 422)
    }

    @Test func `changes can be asked for by time and kind`() async throws {
        let site = try await Site()
        try await site.acme.deliver([site.acme.event(1)])
        site.installation.clock.advance(by: .minutes(5))
        let start = site.installation.clock.now.rfc3339
        try await site.acme.set { $0.requiresNonce = true }

        func kinds(_ query: String) async throws -> [JSONValue?] {
            let items = try await site.send(.get, "\(tenant)/changes?\(query)").json["items"]?.arrayValue
            return try #require(items).map { $0["kind"] }
        }

        #expect(try await kinds("from=\(start)") == ["settings"])
        #expect(try await kinds("kind=release&to=\(start)") == ["release"])
        #expect(try await kinds("from=\(start)&kind=release").isEmpty)
        for wrong in ["kind=weather", "from=yesterday", "from=2026-11-22T00:00:00Z&to=2026-11-21T00:00:00Z"] {
            #expect(try await site.send(.get, "\(tenant)/changes?\(wrong)").status == 422, "\(wrong)")
        }
    }
}
