import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct UserRoutesTests {
    private let users = "/api/v1/tenants/acme/users"

    @Test func `a user is created, found at the place that the answer names, edited and deleted`() async throws {
        let site = try await Site()

        let created = try await site.send(
            .post,
            users,
            json: ["email": "Ada@Example.com", "name": "Ada", "role": "driver", "password": "correct horse battery"]
        )
        #expect(created.status == 201)
        let path = try #require(created.headers[.location])
        #expect(try created.json["email"] == "ada@example.com")

        let read = try await site.send(.get, path)
        #expect(read.status == 200)
        #expect(try read.json["identities"]?[0]?["provider"] == "password")
        #expect(try read.json["live_sessions"] == 0)

        let edited = try await site.send(.patch, path, json: ["name": nil])
        #expect(try edited.json["name"] == .null)
        #expect(try edited.json["email"] == "ada@example.com")

        #expect(try await site.send(.delete, path).status == 204)
        #expect(try await site.send(.get, path).code == "user_not_found")
    }

    @Test func `an invitation answers with a link of the public address, and another one voids it`() async throws {
        let site = try await Site()

        let invited = try await site.send(
            .post,
            "/api/v1/tenants/acme/invitations",
            json: ["email": "bob@example.com", "role": "on_call"]
        )

        #expect(invited.status == 201)
        let url = try #require(try invited.json["url"]?.stringValue)
        #expect(url.hasPrefix("\(Site.origin)/invitations/gh_i_"))
        #expect(try invited.json["user"]?["state"] == "invited")
        let origin = RequestOrigin(address: "203.0.113.7", requestID: "request-1", trace: nil)
        let link = String(url.dropFirst("\(Site.origin)/invitations/".count))
        #expect(
            try await site.services.onboarding.invited(link, from: origin).0.email?.description == "bob@example.com"
        )

        let again = try await site.send(.put, "\(try #require(invited.headers[.location]))/invitation")
        #expect(again.status == 200)
        await #expect(throws: DomainError.notFound(.invitation)) {
            try await site.services.onboarding.invited(link, from: origin)
        }
    }

    @Test func `a role is assigned, and an account is disabled and enabled`() async throws {
        let site = try await Site()
        let vic = try await site.acme.add("Vic")
        _ = try await site.signIn(vic, of: site.acme, kind: .app)
        let path = "\(users)/\(vic.id)"

        #expect(try await site.send(.put, "\(path)/role", json: ["role": "partner"]).json["role"] == "partner")
        #expect(try await site.send(.put, "\(path)/disablement").json["state"] == "disabled")
        #expect(try await site.send(.get, path).json["live_sessions"] == 0)
        #expect(try await site.send(.delete, "\(path)/disablement").json["state"] == "active")
        #expect(try await site.send(.put, "\(path)/role", json: ["role": "pilot"]).fields == ["role"])
    }

    @Test func `the last administrator stays`() async throws {
        let site = try await Site()
        let ada = try await site.acme.add("Ada", role: .admin)

        let deleted = try await site.send(.delete, "\(users)/\(ada.id)")
        let disabled = try await site.send(.put, "\(users)/\(ada.id)/disablement")
        let demoted = try await site.send(.put, "\(users)/\(ada.id)/role", json: ["role": "customer"])

        #expect(
            [deleted, disabled, demoted].map(\.code) == [
                "last_administrator", "last_administrator", "last_administrator",
            ]
        )
        #expect([deleted, disabled, demoted].map(\.status) == [409, 409, 409])
    }

    @Test func `a list is filtered, sorted and read page by page`() async throws {
        let site = try await Site()
        for name in ["Ada", "Bob", "Cem", "Dea", "Eve"] {
            try await site.acme.add(name, role: name == "Bob" ? .driver : .customer)
        }

        var names: [String] = []
        var next: String? = "\(users)?sort=name&limit=2"
        while let path = next {
            let page = try await site.send(.get, path).json
            names += page["items"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
            next = page["next_cursor"]?.stringValue.map { "\(users)?sort=name&limit=2&cursor=\($0)" }
        }

        #expect(names == ["Ada", "Bob", "Cem", "Dea", "Eve"])
        let drivers = try await site.send(.get, "\(users)?role=driver&state=active&provider=password&search=bob").json
        #expect(drivers["items"]?.arrayValue?.map { $0["name"] } == ["Bob"])
    }

    @Test func `a user's sessions are listed and ended`() async throws {
        let site = try await Site()
        let vic = try await site.acme.add("Vic")
        for _ in 0..<3 { _ = try await site.signIn(vic, of: site.acme, kind: .app) }
        let path = "\(users)/\(vic.id)/sessions"

        #expect(try await site.send(.get, path).json["items"]?.arrayValue?.count == 3)
        #expect(try await site.send(.delete, path).json == ["ended": 3, "keeps_own": false])
        #expect(try await site.send(.delete, path).json == ["ended": 0, "keeps_own": false])
    }

    @Test func `a user of a higher rank keeps account and sessions`() async throws {
        let site = try await Site()
        let ada = try await site.acme.add("Ada", role: .admin)
        _ = try await site.signIn(ada, of: site.acme, kind: .app)
        let otto = try await site.member("Otto", .onCall)

        let answer = try await site.send(.delete, "\(users)/\(ada.id)/sessions", as: otto)

        #expect(answer.status == 403)
        #expect(answer.code == "outranked")
        #expect(try await site.send(.get, "\(users)/\(ada.id)").json["live_sessions"] == 1)
    }
}
