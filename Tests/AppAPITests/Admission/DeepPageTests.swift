import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

/// Lists by number, far from their beginning.
@Suite struct DeepPageTests {
    @Test func `a page in the midst of many is refused with a way on`() async throws {
        let server = try await AppServer()
        let goTrue = GoTrueClient.administrator(server)
        var betterAuth = BetterAuthClient(server)
        betterAuth.headers = [.authorization: "Bearer \(server.acme.creation.secretKey.text)"]

        let page = try await goTrue.send(.get, "admin/users?page=12&per_page=1000")
        let offset = try await betterAuth.get("admin/list-users?offset=10001")

        #expect(
            page.status == 400 && page.code == "validation_failed" && page.text.contains("Narrow the search"),
            "\(page.text)"
        )
        #expect(
            offset.status == 400 && offset.code == "VALIDATION_ERROR" && offset.text.contains("Narrow the search"),
            "\(offset.text)"
        )
        #expect(try await goTrue.send(.get, "admin/users?page=11&per_page=1000").status == 200)
        #expect(try await betterAuth.get("admin/list-users?offset=10000").status == 200)
    }

    @Test func `pagination lists no user twice while users are added`() async throws {
        let server = try await AppServer()
        let client = GoTrueClient.administrator(server)
        for name in ["Ada", "Ben", "Cat", "Dan"] {
            server.installation.clock.advance(by: .seconds(1))
            try await server.acme.add(name)
        }
        func emails(_ page: Int) async throws -> [String] {
            let users =
                try await client.send(.get, "admin/users?page=\(page)&per_page=2").json["users"]?.arrayValue ?? []
            return users.compactMap { $0["email"]?.stringValue }
        }

        let first = try await emails(1)
        server.installation.clock.advance(by: .seconds(1))
        try await server.acme.add("Eve")
        let second = try await emails(2)

        #expect(first == ["dan@acme.example", "cat@acme.example"])
        #expect(second == ["ben@acme.example", "ada@acme.example"])
        server.installation.clock.advance(by: .minutes(11))
        #expect(try await emails(2) == ["cat@acme.example", "ben@acme.example"], "counted anew")
    }
}
