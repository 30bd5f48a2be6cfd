import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct FailureRoutesTests {
    private let path = "/api/v1/tenants/acme/failures"

    private func failing() async throws -> (Site, id: String) {
        let site = try await Site()
        try await site.acme.deliver([site.acme.event(1, user: "ada"), site.acme.event(2, user: "bob")])
        let listed = try await site.send(.get, path).json["items"]?.arrayValue ?? []
        return (site, try #require(listed.first?["id"]?.stringValue))
    }

    @Test func `a failure is listed, read, resolved and commented on`() async throws {
        let (site, id) = try await failing()

        let listed = try await site.send(.get, "\(path)?state=attention&code=keychain.locked&release=2.4.0&sort=count")
            .json["items"]?.arrayValue
        #expect(listed?.count == 1 && listed?.first?["count"] == 2)
        #expect(listed?.first?["people_affected"] == 2 && listed?.first?["people_still_out"] == 2)
        #expect(listed?.first?["people_complete"] == true && listed?.first?["state"] == "open")

        let action: JSONValue = ["action": "resolve_in_release", "release": "2.4.1", "version": 0]
        let resolved = try await site.send(.post, "\(path)/\(id)/changes", json: action)
        #expect(try resolved.status == 200 && resolved.json["state"] == "resolved")
        #expect(try resolved.json["state_detail"] == "in_release 2.4.1" && resolved.json["version"] == 1)
        #expect(try resolved.json["releases"] == [["release": "2.4.0", "count": 2]])
        #expect(try resolved.json["examples"]?.arrayValue?.count == 2)

        let again = try await site.send(.post, "\(path)/\(id)/changes", json: action)
        #expect(try again.status == 409 && again.json["code"] == "failure_changed")

        #expect(try await site.send(.post, "\(path)/\(id)/comments", json: ["text": "Fixed."]).status == 200)
        let comments = try await site.send(.get, "\(path)/\(id)/comments").json["items"]?.arrayValue
        #expect(comments?.map { $0["text"] } == ["Fixed."])
        let changes = try await site.send(.get, "\(path)/\(id)/changes").json["items"]?.arrayValue
        #expect(changes?.map { $0["state_after"] } == ["resolved in_release 2.4.1"])
        #expect(try await site.send(.get, "\(path)?state=attention").json["items"] == [])
    }

    @Test(arguments: [
        ("user:ada", [1]), ("user:*%20release:2.4.0", [2]), ("user:none", []), ("keychain", [2]), ("time:%3C-1d", []),
        ("stage:refresh%20OR%20user:bob", [1]),
    ])
    func `a query finds failures by their events, and counts these`(query: String, counts: [JSONValue]) async throws {
        let (site, _) = try await failing()

        let found = try await site.send(.get, "\(path)?q=\(query)").json

        #expect(found["items"]?.arrayValue?.map { $0["count"] } == counts && found["partial"] == false)
        #expect(found["items"]?.arrayValue?.map { $0["people_affected"] } == counts)
    }

    @Test(arguments: ["", "relese:2", "%22", "stage:none-such"])
    func `a query that cannot be read is refused`(query: String) async throws {
        let answer = try await Site().send(.get, "\(path)?q=\(query)")

        #expect(answer.status == 422 && answer.fields == ["q"])
    }

    @Test func `several failures are changed in the versions that were named, or none is`() async throws {
        let (site, id) = try await failing()
        func act(_ reference: String, _ action: JSONValue) async throws -> Site.Answer {
            try await site.send(.post, "\(path)/changes", json: ["failures": [.string(reference)], "action": action])
        }

        let first = try await act("\(id).0", "expect")
        let stale = try await act("\(id).0", "reopen")
        #expect(try first.status == 200 && first.json["changed"] == 1)
        #expect(try stale.status == 409 && stale.json["code"] == "failure_changed")
        #expect(try await act(id, "reopen").json["changed"] == 1)
        for wrong in ["\(id).", "\(id).-1", "\(id).1.1", "\(id).99999999999", ".1"] {
            let answer = try await act(wrong, "expect")
            #expect(answer.status == 422 && answer.fields == ["failures"], "\(wrong)")
        }
    }

    @Test func `those who are still out are listed, and someone with a success since is not`() async throws {
        let (site, id) = try await failing()
        try await site.acme.deliver([site.acme.event(3, outcome: .success, user: "bob", ago: .zero)])

        let out = try await site.send(.get, "\(path)/\(id)/still-out?period=24h&limit=10")
        let failure = try await site.send(.get, "\(path)/\(id)").json

        #expect(try out.status == 200 && out.json["items"]?.arrayValue?.map { $0["user"] } == ["ada"])
        #expect(try out.json["items"]?.arrayValue?.first?["user_claimed"] == true)
        #expect(failure["people_affected"] == 2 && failure["people_still_out"] == 1)
        #expect(failure["people_complete"] == true && failure["people_estimated"] == false)
        let wrong = try await site.send(.get, "\(path)/\(id)/still-out?period=1y")
        #expect(wrong.status == 422)
        let unknown = try await site.send(.get, "\(path)/00000000-0000-8000-8000-000000000000/still-out")
        #expect(unknown.status == 404)
    }

    @Test func `a role that may triage, but not read events, changes nothing`() async throws {
        let (site, id) = try await failing()
        let system: Grant<ManageRoles> = try site.acme.system.grant()
        let ada = try await site.acme.add("Ada")
        let reopening: JSONValue = ["action": "reopen", "version": 1]
        func triage(_ permissions: [String], as role: String) async throws -> [Site.Answer] {
            let draft = RoleAdministration.Draft(title: role, rank: 100, permissions: permissions)
            _ = try await site.services.roles.create(name: role, draft, grant: system)
            _ = try await site.services.users.assign(role: role, to: ada.id, grant: site.acme.system.grant())
            let cookie = Site.cookie(try await site.signIn(ada, of: site.acme).token)
            return [
                try await site.send(.post, "\(path)/\(id)/comments", as: cookie, json: ["text": "Seen."]),
                try await site.send(
                    .post,
                    "\(path)/changes",
                    as: cookie,
                    json: ["failures": [.string(id)], "action": "expect"]
                ),
                try await site.send(.post, "\(path)/\(id)/changes", as: cookie, json: reopening),
            ]
        }

        let blind = try await triage(["console.enter", "failures.triage"], as: "blind")
        let state = try await site.send(.get, "\(path)/\(id)").json["state"]
        let comments = try await site.send(.get, "\(path)/\(id)/comments").json["items"]
        let seeing = try await triage(["console.enter", "failures.triage", "events.read"], as: "seeing")

        #expect(blind.map(\.status) == [403, 403, 403] && blind.allSatisfy { $0.code == "missing_permission" })
        #expect(state == "open" && comments == [])
        #expect(seeing.map(\.status) == [200, 200, 200], "\(seeing.map(\.text))")
    }

    @Test func `several failures change at once`() async throws {
        let (site, id) = try await failing()

        let changed = try await site.send(
            .post,
            "\(path)/changes",
            json: ["failures": [.string(id)], "action": "expect"]
        )

        #expect(try changed.json == ["changed": 1])
        #expect(try await site.send(.get, "\(path)/\(id)").json["state"] == "expected")
    }

    @Test(
        arguments: [
            (["action": "solve", "version": 0], "action"), (["action": "resolve"], "version"),
            (["action": "resolve_in_release", "version": 0], "release"),
            (["action": "resolve_in_release", "release": "soon", "version": 0], "release"),
            (["action": "archive_until_count", "version": 0], "count"),
            (["action": "archive_until_count", "count": 0, "version": 0], "count"),
            (["action": "assign", "assignee": "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907", "version": 0], "assignee"),
        ] as [(JSONValue, String)]
    )
    func `an invalid action names the field`(body: JSONValue, field: String) async throws {
        let (site, id) = try await failing()

        let answer = try await site.send(.post, "\(path)/\(id)/changes", json: body)

        #expect(answer.status == 422 && answer.fields == [field])
    }

    @Test(arguments: [
        ("?cursor=!", "cursor"), ("?cursor=AAA", "cursor"), ("?limit=201", "limit"), ("?state=gone", "state"),
        ("?sort=mood", "sort"), ("?code=%00", "code"), ("?mood=good", "mood"), ("?period=7d&period=1d", "period"),
    ])
    func `a list that cannot be meant is refused by the name of the field`(query: String, field: String) async throws {
        let answer = try await Site().send(.get, path + query)

        #expect(answer.status == 422 && answer.fields == [field], "\(answer.text)")
    }

    @Test(arguments: ["", "/changes", "/comments"])
    func `a forged cursor, or that of another list, is refused`(list: String) async throws {
        let (site, id) = try await failing()
        for name in ["Ada", "Bo"] { try await site.acme.add(name) }
        let users = try await site.send(.get, "/api/v1/tenants/acme/users?limit=1&sort=name").json
        let foreign = try #require(users["next_cursor"]?.stringValue)
        for cursor in [foreign, "AAA", "!"] {
            let answer = try await site.send(.get, "\(path)\(list.isEmpty ? "" : "/\(id)\(list)")?cursor=\(cursor)")

            #expect(answer.status == 422 && answer.fields == ["cursor"], "\(cursor): \(answer.text)")
        }
    }

    @Test(arguments: ["0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907", "1", "keychain.locked"])
    func `an unknown failure is not found`(id: String) async throws {
        let (site, _) = try await failing()

        #expect(try await site.send(.get, "\(path)/\(id)").status == 404)
        #expect(try await site.send(.get, "\(path)/\(id)/changes").status == 404)
        #expect(try await site.send(.get, "\(path)/\(id)/comments").status == 404)
        let body: JSONValue = ["action": "resolve", "version": 0]
        #expect(try await site.send(.post, "\(path)/\(id)/changes", json: body).status == 404)
        #expect(try await site.send(.post, "\(path)/\(id)/comments", json: ["text": "x"]).status == 404)
    }
}
