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

@Suite struct ProfileTests {
    /// An app of acme with a signed-in user.
    struct Device {
        let server: AppServer
        let token: String

        init(_ server: AppServer, _ user: User) async throws {
            self.server = server
            token = try await server.acme.signIn(user).token.text
        }

        private var headers: HTTPFields {
            [
                .apiKey: server.acme.creation.publishableKey.text, .authorization: "Bearer \(token)",
                .contentType: "application/json",
            ]
        }

        func read() async throws -> AppServer.Answer { try await server.send(.get, "/api/v1/me", headers: headers) }

        func change(_ body: String, headers more: HTTPFields = [:]) async throws -> AppServer.Answer {
            try await server.send(.patch, "/api/v1/me", headers: headers.merging(more), body: Array(body.utf8))
        }
    }

    private func testTenant() async throws -> (AppServer, User) {
        let server = try await AppServer()
        return (server, try await server.acme.add("Ada", role: .driver))
    }

    @Test func `a profile has its home role and its version`() async throws {
        let (server, ada) = try await testTenant()
        let phone = try await Device(server, ada)

        let answer = try await phone.read()

        #expect(answer.status == 200 && answer.headers[.eTag] == "\"0\"")
        #expect(try answer.json["home_role"] == "driver" && answer.json["version"] == 0 && answer.json["name"] == "Ada")
        #expect(try answer.json["providers"] == ["password"])
    }

    @Test func `two devices that were apart lose nothing of what only one of them changed`() async throws {
        let (server, ada) = try await testTenant()
        let (phone, tablet) = (try await Device(server, ada), try await Device(server, ada))
        _ = try await phone.change(#"{"user_metadata":{"address":{"city":"Oslo","zip":"1"},"theme":"dark"}}"#)

        let first = try await phone.change(#"{"version":1,"name":"Ada L","user_metadata":{"address":{"zip":"2"}}}"#)
        let second = try await tablet.change(
            #"{"version":1,"user_metadata":{"address":{"city":"Bergen"},"theme":null}}"#
        )

        #expect(first.status == 200 && second.status == 200)
        #expect(try second.json["name"] == "Ada L" && second.json["version"] == 3 && second.headers[.eTag] == "\"3\"")
        #expect(try second.json["user_metadata"]?["address"]?["city"] == "Bergen")
        #expect(
            try second.json["user_metadata"]?["address"]?["zip"] == "2" && second.json["user_metadata"]?["theme"] == nil
        )
        #expect(try await phone.read().json == second.json)
    }

    @Test func `the same part changed twice is a conflict with both values, and nothing of it is done`() async throws {
        let (server, ada) = try await testTenant()
        let (phone, tablet) = (try await Device(server, ada), try await Device(server, ada))
        _ = try await phone.change(#"{"version":0,"name":"Ada L","user_metadata":{"theme":"dark"}}"#)

        let answer = try await tablet.change(#"{"version":0,"name":"Eve","user_metadata":{"theme":"light","size":2}}"#)

        #expect(answer.status == 409 && answer.code == "profile_changed" && answer.headers[.eTag] == "\"1\"")
        let conflicts = try #require(try answer.json["conflicts"]?.arrayValue)
        #expect(conflicts.map { $0["path"] } == ["/name", "/user_metadata/theme"])
        #expect(conflicts[1]["yours"] == "light" && conflicts[1]["current"] == "dark")
        #expect(
            try answer.json["profile"]?["name"] == "Ada L" && answer.json["profile"]?["user_metadata"]?["size"] == nil
        )
        let decided = try await tablet.change(
            #"{"version":1,"name":"Ada L","user_metadata":{"theme":"light","size":2}}"#
        )
        #expect(try decided.status == 200 && decided.json["user_metadata"]?["theme"] == "light")
    }

    @Test func `without a version the last one wins, and only over what it names`() async throws {
        let (server, ada) = try await testTenant()
        let phone = try await Device(server, ada)
        _ = try await phone.change(#"{"user_metadata":{"theme":"dark","size":1}}"#)

        let answer = try await phone.change(#"{"name":null,"user_metadata":{"theme":"light"}}"#)

        #expect(try answer.json["name"] == .null && answer.json["user_metadata"] == ["theme": "light", "size": 1])
    }

    @Test func `a device can insist on a version`() async throws {
        let (server, ada) = try await testTenant()
        let phone = try await Device(server, ada)
        _ = try await phone.change(#"{"name":"Ada L"}"#, headers: [.ifMatch: "\"0\""])

        let rejected = try await phone.change(#"{"user_metadata":{"a":1}}"#, headers: [.ifMatch: "\"0\""])

        #expect(rejected.status == 412 && rejected.code == "profile_version_changed")
        #expect(try rejected.json["profile"]?["version"] == 1 && rejected.json["conflicts"] == [])
        #expect(try await phone.change(#"{"user_metadata":{"a":1}}"#, headers: [.ifMatch: "\"1\""]).status == 200)
        #expect(try await phone.change("{}", headers: [.ifMatch: "1"]).status == 422)
    }

    @Test func `a change through a dialect or by the backend counts as another device`() async throws {
        let (server, ada) = try await testTenant()
        let phone = try await Device(server, ada)
        var edit = UserAdministration.Edit(name: "Ada L")
        edit.userMetadata = ["theme": "dark"]
        _ = try await server.acme.services.users.update(ada.id, edit, grant: server.acme.system.grant())
        _ = try await GoTrueClient(server).send(.put, "user", #"{"data":{"size":1}}"#, token: phone.token)

        let answer = try await phone.change(#"{"version":0,"name":"Eve","user_metadata":{"theme":"light","size":2}}"#)

        #expect(try answer.json["conflicts"]?.arrayValue?.count == 3 && answer.json["profile"]?["version"] == 2)
    }

    @Test func `what is not the person's to change is refused by name`() async throws {
        let (server, ada) = try await testTenant()
        let phone = try await Device(server, ada)

        for field in [
            "email", "email_verified", "role", "home_role", "state", "app_metadata", "is_anonymous", "id", "tenant_id",
            "banned_until",
            "providers",
        ] {
            let answer = try await phone.change(#"{"\#(field)":"admin"}"#)
            #expect(answer.status == 422 && answer.text.contains(field), "\(field)")
        }
        let depth =
            String(repeating: #"{"a":"#, count: UserAttributes.maximumDepth) + "1"
            + String(repeating: "}", count: UserAttributes.maximumDepth)
        let long = String(repeating: "x", count: UserAttributes.maximumBytes)
        for body in [
            #"{"user_metadata":[]}"#, #"{"user_metadata":"x"}"#, #"{"user_metadata":{"a":\#(depth)}}"#,
            #"{"user_metadata":{"a":"\#(long)"}}"#, #"{"name":["x"]}"#, #"{"name":7}"#, #"{"version":-1}"#,
            #"{"version":"1"}"#,
            #"{"name":"\#(String(repeating: "x", count: 201))"}"#,
        ] {
            #expect(try await phone.change(body).status == 422, "\(body.prefix(60))")
        }
        #expect(try await phone.change(#"{"name":"a","name":"b"}"#).status == 400)
        #expect(try await phone.read().json["version"] == 0)
    }

    @Test func `an app that keeps no names gets none`() async throws {
        let (server, ada) = try await testTenant()
        let phone = try await Device(server, ada)
        try await GoTrueClient(server).set {
            $0.isAnonymous = true
            $0.methods = [.anonymous]
        }

        #expect(try await phone.change(#"{"name":"Ada L"}"#).status == 422)
        let hidden = try await phone.change(#"{"user_metadata":{"full_name":"Ada L"}}"#)
        #expect(hidden.status == 422 && hidden.text.contains("user_metadata.full_name"), "\(hidden.text)")
        #expect(try await phone.change(#"{"user_metadata":{"theme":"dark"}}"#).status == 200)
    }

    @Test func `32 devices at once: every change of another part survives, and of one part one wins`() async throws {
        let (server, ada) = try await testTenant()
        let phone = try await Device(server, ada)

        let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
            for number in 0..<32 {
                group.addTask {
                    let own = try await phone.change(#"{"version":0,"user_metadata":{"k\#(number)":\#(number)}}"#)
                        .status
                    return [own, try await phone.change(#"{"version":0,"user_metadata":{"same":\#(number)}}"#).status]
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(statuses.allSatisfy { $0[0] == 200 })
        #expect(statuses.count { $0[1] == 200 } == 1 && statuses.count { $0[1] == 409 } == 31)
        #expect(try await phone.read().json["user_metadata"]?.objectValue?.count == 33)
        #expect(try await phone.read().json["version"] == 33)
    }
}
