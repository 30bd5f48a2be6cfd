import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct SessionRoutesTests {
    private let sessions = "/api/v1/tenants/acme/sessions"

    private func crowd(_ site: Site) async throws -> [Session.ID] {
        var ids: [Session.ID] = []
        for (name, role) in [("Ada", Role.Name.admin), ("Bob", .driver), ("Cem", .customer)] {
            ids.append(try await site.signIn(site.acme.add(name, role: role), of: site.acme, kind: .app).session.id)
        }
        _ = try await site.signIn(site.globex.add("Zoe"), of: site.globex, kind: .app)
        return ids
    }

    @Test func `sessions are listed by filter, and one is read and ended`() async throws {
        let site = try await Site()
        let ids = try await crowd(site)

        let drivers = try await site.send(.get, "\(sessions)?role=driver&state=alive&kind=app&app_version=2.4.0").json
        #expect(drivers["items"]?.arrayValue?.map { $0["id"] } == [.string(ids[1].description)])
        #expect(drivers["items"]?[0]?["device"]?["app_version"] == "2.4.0")

        #expect(try await site.send(.delete, "\(sessions)/\(ids[1])").status == 204)
        let ended = try await site.send(.get, "\(sessions)/\(ids[1])").json
        #expect(ended["end_reason"] == "revoked_by_administrator")
    }

    @Test func `a revocation first says how many it would end, then ends them`() async throws {
        let site = try await Site()
        _ = try await crowd(site)

        let preview = try await site.send(.post, "\(sessions)/revocations", json: ["role": "driver", "dry_run": true])
        #expect(try preview.json == ["would_end": 1, "keeps_own": false])
        #expect(
            try await site.send(.post, "\(sessions)/revocations", json: ["role": "driver"]).json == [
                "ended": 1, "keeps_own": false,
            ]
        )
        #expect(
            try await site.send(.post, "\(sessions)/revocations", json: ["all": true]).json == [
                "ended": 2, "keeps_own": false,
            ]
        )
        let globex = try await site.services.sessions.page(
            .init(life: .alive),
            .init(),
            grant: site.globex.system.grant()
        )
        #expect(globex.items.count == 1)
    }

    @Test func `every session is meant only when that is said`() async throws {
        let site = try await Site()
        _ = try await crowd(site)
        let path = "\(sessions)/revocations"

        #expect(try await site.send(.post, path, json: [:]).fields == ["all"])
        #expect(try await site.send(.post, path, json: ["all": false]).fields == ["all"])
        #expect(try await site.send(.post, path, json: ["role": nil]).fields == ["all"])
        #expect(try await site.send(.post, path, json: ["ids": []]).fields == ["ids"])
        #expect(try await site.send(.post, path, json: ["ids": ["nothing"]]).fields == ["ids"])
        #expect(try await site.send(.post, path, json: ["role": "driver", "all": true]).fields == ["all"])
        #expect(try await site.send(.get, "\(sessions)?state=alive").json["items"]?.arrayValue?.count == 3)
    }

    @Test func `a revocation from the console spares the member's own session and reports it`() async throws {
        let site = try await Site()
        let eve = try await site.acme.add("Eve", role: .admin)
        let mine = try await site.signIn(eve, of: site.acme)
        let cookie = Site.cookie(mine.token)
        _ = try await crowd(site)
        let path = "\(sessions)/revocations"

        let preview = try await site.send(.post, path, as: cookie, json: ["all": true, "dry_run": true])
        let everyone = try await site.send(.post, path, as: cookie, json: ["all": true])
        let chosen = try await site.send(.post, path, as: cookie, json: ["ids": [.string(mine.session.id.description)]])
        let others = try await site.send(.delete, "/api/v1/tenants/acme/users/\(eve.id)/sessions", as: cookie)

        #expect(try preview.json == ["would_end": 3, "keeps_own": true])
        #expect(try everyone.json == ["ended": 3, "keeps_own": true])
        for answer in [chosen, others] { #expect(try answer.json == ["ended": 0, "keeps_own": true]) }
        #expect(try await site.send(.get, sessions, as: cookie).status == 200)
        #expect(try await site.send(.delete, "\(sessions)/\(mine.session.id)", as: cookie).status == 204)
        #expect(try await site.send(.get, sessions, as: cookie).status == 401)
    }

    @Test func `only the selected sessions end`() async throws {
        let site = try await Site()
        let ids = try await crowd(site)

        let answer = try await site.send(
            .post,
            "\(sessions)/revocations",
            json: ["ids": [.string(ids[0].description), .string(ids[2].description)]]
        )

        #expect(try answer.json == ["ended": 2, "keeps_own": false])
        #expect(try await site.send(.get, "\(sessions)/\(ids[1])").json["ended_at"] == .null)
    }

    @Test func `a path that only takes a revocation says so`() async throws {
        let site = try await Site()

        let answer = try await site.send(.put, "\(sessions)/revocations", json: [:])

        #expect(answer.status == 405)
        #expect(answer.headers[.allow] == "POST")
    }
}
