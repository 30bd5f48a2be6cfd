import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct SavedViewRoutesTests {
    private let path = "/api/v1/tenants/acme/views"

    private func created(_ site: Site, _ draft: JSONValue) async throws -> JSONValue {
        let answer = try await site.send(.post, path, json: draft)
        #expect(answer.status == 201)
        return try answer.json
    }

    @Test func `a view is saved, read, replaced and deleted`() async throws {
        let site = try await Site()

        let view = try await created(
            site,
            ["name": "Keychain", "query": "outcome:failed  keychain", "filters": ["range": "7d"], "shared": true]
        )
        let place = "\(path)/\(try #require(view["id"]?.stringValue))"

        let canonical = try QueryParser.parse("outcome:failed keychain").description
        #expect(view["query"] == .string(canonical) && view["filters"] == ["range": "7d"])
        #expect(view["version"] == 1 && view["own"] == true && view["can_change"] == true)
        #expect(try await site.send(.get, place).json == view)
        #expect(try await site.send(.get, path).json["items"] == [view])
        let replaced = try await site.send(.put, place, json: ["name": "All", "version": 1])
        #expect(try replaced.status == 200 && replaced.json["version"] == 2)
        #expect(try replaced.json["query"] == "" && replaced.json["shared"] == false)
        #expect(try await site.send(.delete, place).status == 204)
        #expect(try await site.send(.get, place).status == 404)
        #expect(try await site.send(.get, path).json["items"] == [])
    }

    @Test func `a change of someone else is not overwritten unseen`() async throws {
        let site = try await Site()
        let view = try await created(site, ["name": "Ours", "shared": true])
        let place = "\(path)/\(try #require(view["id"]?.stringValue))"
        #expect(try await site.send(.put, place, json: ["name": "First", "version": 1]).status == 200)

        let late = try await site.send(.put, place, json: ["name": "Second", "version": 1])

        #expect(late.status == 409 && late.code == "view_changed")
        #expect(try await site.send(.get, place).json["name"] == "First")
    }

    @Test(
        arguments: [
            ([:], "name"), (["name": ""], "name"), (["name": "A", "query": "outcome:"], "query"),
            (["name": "A", "filters": ["range": "7y"]], "filters"),
            (["name": "A", "filters": ["range": 7]], "filters"),
            (["name": "A", "filters": []], "filters"), (["name": "A", "shared": "yes"], "shared"),
            (["name": "A", "mood": "bad"], "mood"), (["name": "A", "version": 1], "version"),
        ] as [(JSONValue, String)]
    )
    func `a view that cannot be meant is refused by the name of the field`(draft: JSONValue, field: String) async throws
    {
        let answer = try await Site().send(.post, path, json: draft)

        #expect(answer.status == 422 && answer.fields == [field], "\(answer.text)")
    }

    @Test func `views of another tenant, and private ones of someone else, are not there`() async throws {
        let site = try await Site()
        let foreign = try await site.services.savedViews.create(
            .init(name: "Theirs", query: "", filters: [], isShared: true),
            grant: site.globex.system.grant()
        ).view.id
        let hidden = try await site.services.savedViews.create(
            .init(name: "Hidden", query: "", filters: [], isShared: false),
            grant: site.acme.system.grant()
        ).view.id

        for id in [foreign.description, hidden.description, "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907", "x"] {
            #expect(try await site.send(.get, "\(path)/\(id)").status == 404, "\(id)")
            #expect(try await site.send(.put, "\(path)/\(id)", json: ["name": "Mine"]).status == 404, "\(id)")
            #expect(try await site.send(.delete, "\(path)/\(id)").status == 404, "\(id)")
        }
        #expect(try await site.send(.get, path).json["items"] == [])
    }
}
