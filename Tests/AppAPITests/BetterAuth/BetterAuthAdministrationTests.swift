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
@testable import Operations
@testable import WebCore
@testable import WebFixtures

@Suite struct BetterAuthAdministrationTests {
    /// The session token of a new user with this role.
    private func member(
        _ name: String,
        _ role: Role.Name,
        _ server: AppServer
    ) async throws -> (user: User, token: String) {
        let user = try await server.acme.add(name, role: role)
        return (user, try await server.acme.signIn(user).token.text)
    }

    private func backEnd(_ server: AppServer) -> BetterAuthClient {
        var client = BetterAuthClient(server)
        client.headers = [.authorization: "Bearer \(server.acme.creation.secretKey.text)"]
        return client
    }

    @Test func `the role of a person decides, and so does a secret key, in either place`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let (_, customer) = try await member("Kim", .customer, server)
        let (_, admin) = try await member("Boss", .admin, server)
        let secret = server.acme.creation.secretKey.text

        let rejected = try await app.get("admin/list-users", token: customer)
        #expect(rejected.status == 403 && rejected.code == "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS")
        let anonymous = try await app.get("admin/list-users")
        #expect(anonymous.status == 401 && anonymous.code == "UNAUTHORIZED")
        #expect(try await app.get("admin/list-users", token: admin).status == 200)
        #expect(try await app.get("admin/list-users", token: secret).status == 200)
        #expect(try await app.get("admin/list-users", headers: [.apiKey: secret]).status == 200)
        let other = server.globex.creation.secretKey.text
        #expect(try await app.get("admin/list-users", token: other).json["users"] == [])
        #expect(try await app.get("admin/list-users", token: secret, headers: [.gatehouseKey: "gh_ik_x"]).status == 400)
    }

    @Test func `denied attempts are audited`() async throws {
        let server = try await AppServer()
        let (kim, token) = try await member("Kim", .customer, server)

        let answer = try await BetterAuthClient(server).post(
            "admin/remove-user",
            #"{"userId":"\#(kim.id)"}"#,
            token: token
        )

        #expect(answer.status == 403 && answer.code == "YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS")
        let entries = try await server.acme.services.audit.page(
            PageRequest(),
            filter: AuditFilter(action: .denied),
            grant: server.acme.system.grant()
        ).items
        #expect(entries.count == 1 && entries[0].actor == .user(kim.id))
    }

    @Test func `an old session of an administrator reads, and changes nothing; a secret key does`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let kim = try await server.acme.add("Kim")
        let (_, admin) = try await member("Boss", .admin, server)
        let (id, password) = (kim.id, #"{"userId":"\#(kim.id)","newPassword":"another horse battery"}"#)
        server.installation.clock.advance(by: .hours(25))

        for (path, body) in [
            ("create-user", #"{"email":"eve@example.com","name":"Eve"}"#),
            ("update-user", #"{"userId":"\#(id)","data":{"name":"K"}}"#),
            ("set-role", #"{"userId":"\#(id)","role":"admin"}"#), ("ban-user", #"{"userId":"\#(id)"}"#),
            ("unban-user", #"{"userId":"\#(id)"}"#), ("revoke-user-session", #"{"sessionToken":"x"}"#),
            ("revoke-user-sessions", #"{"userId":"\#(id)"}"#), ("remove-user", #"{"userId":"\#(id)"}"#),
            ("set-user-password", password),
        ] {
            let answer = try await app.post("admin/\(path)", body, token: admin)
            #expect(answer.status == 403 && answer.code == "SESSION_NOT_FRESH", "\(path): \(answer.text)")
        }

        #expect(try await app.get("admin/list-users", token: admin).status == 200)
        #expect(try await app.post("admin/list-user-sessions", #"{"userId":"\#(id)"}"#, token: admin).status == 200)
        #expect(
            try await app.post("admin/has-permission", #"{"permissions":{"user":["list"]}}"#, token: admin).status
                == 200
        )
        #expect(try await backEnd(server).post("admin/set-user-password", password).status == 200)
    }

    @Test
    func `setting a user's password needs a recent sign-in of the member, or a secret key`()
        async throws
    {
        let server = try await AppServer()
        let (_, admin) = try await member("Boss", .admin, server)
        let kim = try await server.acme.add("Kim")
        let body = #"{"userId":"\#(kim.id)","newPassword":"another horse battery"}"#
        server.installation.clock.advance(by: .minutes(11))

        let late = try await BetterAuthClient(server).post("admin/set-user-password", body, token: admin)
        let keyed = try await backEnd(server).post("admin/set-user-password", body)

        #expect(late.status == 403 && late.code == "SESSION_NOT_FRESH", "\(late.text)")
        #expect(keyed.status == 200, "\(keyed.text)")
    }

    @Test func `an administrator cannot set their own password by the administration route`() async throws {
        let server = try await AppServer()
        let (boss, admin) = try await member("Boss", .admin, server)

        let answer = try await BetterAuthClient(server).post(
            "admin/set-user-password",
            #"{"userId":"\#(boss.id)","newPassword":"another horse battery"}"#,
            token: admin
        )

        #expect(answer.status == 403 && answer.code == "YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD", "\(answer.text)")
        _ = try await server.acme.signIn(boss)
    }

    @Test func `users are created, read, changed and removed`() async throws {
        let server = try await AppServer()
        let admin = backEnd(server)

        let made = try await admin.post(
            "admin/create-user",
            #"{"email":"ada@example.com","name":"Ada","password":"correct horse battery","role":["driver"],"data":{"plan":"x"}}"#
        )
        let user = try #require(try made.json["user"])
        #expect(user["role"] == "driver" && user["name"] == "Ada" && user["banned"] == false)
        let id = try #require(user["id"]?.stringValue)
        let again = try await admin.post("admin/create-user", #"{"email":"ada@example.com","name":"Ada"}"#)
        #expect(again.status == 400 && again.code == "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL")

        #expect(try await admin.get("admin/get-user?id=\(id)").json["email"] == "ada@example.com")
        let changed = try await admin.post(
            "admin/update-user",
            #"{"userId":"\#(id)","data":{"name":"Ada L","image":"https://x.example/a.png","emailVerified":true,"a":1}}"#
        )
        #expect(
            try changed.json["name"] == "Ada L" && changed.json["image"] == "https://x.example/a.png",
            "\(changed.text)"
        )
        #expect(try changed.json["emailVerified"] == true)
        let stored = try await server.acme.services.users.user(
            try #require(User.ID(id)),
            grant: server.acme.system.grant()
        ).summary.user
        #expect(Set(stored.userMetadata.object.names) == ["plan", "image", "a"])

        #expect(try await admin.post("admin/remove-user", #"{"userId":"\#(id)"}"#).text == #"{"success":true}"#)
        let gone = try await admin.get("admin/get-user?id=\(id)")
        #expect(gone.status == 404 && gone.code == "USER_NOT_FOUND")
        #expect(try await admin.post("admin/remove-user", #"{"userId":"nonsense"}"#).code == "USER_NOT_FOUND")
    }

    @Test func `what cannot be changed there is refused`() async throws {
        let server = try await AppServer()
        let admin = backEnd(server)
        let ada = try await server.acme.add("Ada").id

        for (path, body, code) in [
            ("update-user", #"{"userId":"\#(ada)","data":{}}"#, "NO_DATA_TO_UPDATE"),
            (
                "update-user", #"{"userId":"\#(ada)","data":{"password":"x"}}"#,
                "PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER"
            ),
            ("update-user", #"{"userId":"\#(ada)","data":{"banned":true}}"#, "VALIDATION_ERROR"),
            (
                "update-user", #"{"userId":"\#(ada)","data":{"role":"nobody"}}"#,
                "YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE"
            ),
            ("set-role", #"{"userId":"\#(ada)","role":"nobody"}"#, "YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE"),
            ("set-role", #"{"userId":"\#(ada)","role":["driver","partner"]}"#, "VALIDATION_ERROR"),
            ("set-user-password", #"{"userId":"\#(ada)","newPassword":"short"}"#, "PASSWORD_TOO_SHORT"),
            ("ban-user", #"{"userId":"\#(ada)","banExpiresIn":0}"#, "VALIDATION_ERROR"),
            ("has-permission", #"{"permissions":{"user":"list"}}"#, "VALIDATION_ERROR"),
        ] {
            let answer = try await admin.post("admin/\(path)", body)
            #expect(answer.status == 400 && answer.code == code, "\(body): \(answer.text)")
        }
        #expect(try await admin.get("admin/list-users?limit=0").text.contains("[query.limit]"))
        #expect(try await admin.get("admin/list-users?filterField=banned&filterValue=x").code == "VALIDATION_ERROR")
    }

    @Test func `rank and the last administrator hold here too`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let (boss, admin) = try await member("Boss", .admin, server)
        let (_, onCall) = try await member("Ola", .onCall, server)
        let (kim, _) = try await member("Kim", .customer, server)

        for path in ["ban-user", "remove-user"] {
            let answer = try await app.post("admin/\(path)", #"{"userId":"\#(boss.id)"}"#, token: admin)
            #expect(answer.status == 400, "\(answer.text)")
            #expect(answer.code == (path == "ban-user" ? "YOU_CANNOT_BAN_YOURSELF" : "YOU_CANNOT_REMOVE_YOURSELF"))
        }
        let last = try await backEnd(server).post("admin/set-role", #"{"userId":"\#(boss.id)","role":"customer"}"#)
        #expect(last.status == 409 && last.code == "LAST_ADMINISTRATOR")
        let outranked = try await app.post("admin/revoke-user-sessions", #"{"userId":"\#(boss.id)"}"#, token: onCall)
        #expect(outranked.status == 403 && outranked.code == "YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS")
        #expect(
            try await app.post("admin/revoke-user-sessions", #"{"userId":"\#(kim.id)"}"#, token: onCall).status == 200
        )
        #expect(
            try await app.post("admin/ban-user", #"{"userId":"\#(kim.id)"}"#, token: onCall).code
                == "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS"
        )
    }

    @Test func `a ban ends every session, and ends by itself or when it is lifted`() async throws {
        let server = try await AppServer()
        let (app, admin) = (BetterAuthClient(server), backEnd(server))
        let token = try await app.signUp()
        let id = try #require(try await app.get("get-session", token: token).json["user"]?["id"]?.stringValue)

        let banned = try await admin.post(
            "admin/ban-user",
            #"{"userId":"\#(id)","banReason":"spam","banExpiresIn":3600}"#
        )

        #expect(
            try banned.json["user"]?["banned"] == true
                && banned.json["user"]?["banExpires"] == "2026-11-21T10:00:00.000Z"
        )
        #expect(try await app.get("get-session", token: token).text == "null")
        let rejected = try await app.signIn()
        #expect(rejected.status == 403 && rejected.code == "BANNED_USER")
        server.installation.clock.advance(by: .minutes(61))
        #expect(try await app.signIn().status == 200)
        _ = try await admin.post("admin/ban-user", #"{"userId":"\#(id)"}"#)
        #expect(try await admin.post("admin/unban-user", #"{"userId":"\#(id)"}"#).json["user"]?["banned"] == false)
        #expect(try await app.signIn().status == 200)
        let audit = try await server.acme.services.audit.page(
            PageRequest(),
            filter: AuditFilter(action: .userDisabled),
            grant: server.acme.system.grant()
        )
        #expect(audit.items.last?.changes.contains(.init("ban_reason", from: nil, to: "spam")) == true)
    }

    @Test func `sessions are listed by handles that end them, and are no tokens`() async throws {
        let server = try await AppServer()
        let (app, admin) = (BetterAuthClient(server), backEnd(server))
        let first = try await app.signUp()
        let second = try #require(try await app.signIn().json["token"]?.stringValue)
        let id = try #require(try await app.get("get-session", token: first).json["user"]?["id"]?.stringValue)

        let list = try await admin.post("admin/list-user-sessions", #"{"userId":"\#(id)"}"#)

        let handles = try #require(try list.json["sessions"]?.arrayValue).compactMap { $0["token"]?.stringValue }
        #expect(handles.count == 2 && !list.text.contains(first) && !list.text.contains(second))
        for handle in handles { #expect(try await app.get("get-session", token: handle).text == "null") }
        let ended = try await admin.post("admin/revoke-user-session", #"{"sessionToken":"\#(handles[0])"}"#)
        #expect(ended.text == #"{"success":true}"#)
        let left = [
            try await app.get("get-session", token: first).text, try await app.get("get-session", token: second).text,
        ]
        #expect(left.count { $0 == "null" } == 1)
        #expect(try await admin.post("admin/revoke-user-session", #"{"sessionToken":"nonsense"}"#).status == 200)
        #expect(try await admin.post("admin/revoke-user-sessions", #"{"userId":"\#(id)"}"#).status == 200)
        #expect(try await app.get("get-session", token: second).text == "null")
    }

    @Test func `another password ends every session`() async throws {
        let server = try await AppServer()
        let (app, admin) = (BetterAuthClient(server), backEnd(server))
        let token = try await app.signUp()
        let id = try #require(try await app.get("get-session", token: token).json["user"]?["id"]?.stringValue)

        let answer = try await admin.post(
            "admin/set-user-password",
            #"{"userId":"\#(id)","newPassword":"another horse battery"}"#
        )

        #expect(answer.text == #"{"status":true}"#)
        #expect(try await app.get("get-session", token: token).text == "null")
        #expect(try await app.signIn(password: "another horse battery").status == 200)
    }

    @Test func `a list is searched, filtered, sorted and cut`() async throws {
        let server = try await AppServer()
        let admin = backEnd(server)
        for (name, role) in [("Ada Lovelace", Role.Name.driver), ("Bob", .customer), ("Carol 100%", .driver)] {
            try await server.acme.add(name, role: role)
            server.installation.clock.advance(by: .seconds(1))
        }
        func names(_ query: String) async throws -> [String] {
            let answer = try await admin.get("admin/list-users?\(query)")
            return try #require(try answer.json["users"]?.arrayValue, "\(answer.text)").compactMap {
                $0["name"]?.stringValue
            }
        }

        #expect(try await names("") == ["Ada Lovelace", "Bob", "Carol 100%"])
        #expect(try await names("sortBy=name&sortDirection=desc") == ["Carol 100%", "Bob", "Ada Lovelace"])
        #expect(try await names("searchValue=ACE&searchField=name") == ["Ada Lovelace"])
        #expect(try await names("searchValue=bob&searchOperator=starts_with") == ["Bob"])
        #expect(try await names("searchValue=acme.example&searchOperator=ends_with").count == 3)
        #expect(try await names("searchValue=0%25&searchField=name") == ["Carol 100%"])
        #expect(try await names("searchValue=%25&searchField=name") == ["Carol 100%"])
        #expect(try await names("filterField=role&filterValue=driver") == ["Ada Lovelace", "Carol 100%"])
        #expect(try await names("filterField=role&filterOperator=not_in&filterValue=driver,admin") == ["Bob"])
        #expect(try await names("filterField=banned&filterValue=true") == [])
        #expect(
            try await names("filterField=createdAt&filterOperator=gt&filterValue=2026-11-21T09:00:00Z") == [
                "Bob", "Carol 100%",
            ]
        )
        let cut = try await admin.get("admin/list-users?limit=1&offset=1")
        #expect(try cut.json["total"] == 3 && cut.json["limit"] == 1 && cut.json["offset"] == 1)
        #expect(try cut.json["users"]?[0]?["name"] == "Bob")
        #expect(try await admin.get("admin/list-users").json["limit"] == nil)
    }

    @Test func `a person can ask what they may do`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let (_, onCall) = try await member("Ola", .onCall, server)

        func may(_ permissions: String) async throws -> JSONValue? {
            let answer = try await app.post("admin/has-permission", #"{"permissions":\#(permissions)}"#, token: onCall)
            #expect(try answer.json["error"] == .null)
            return try answer.json["success"]
        }
        #expect(try await may(#"{"user":["list"],"session":["list","revoke"]}"#) == true)
        #expect(try await may(#"{"user":["list","ban"]}"#) == false)
        #expect(try await may(#"{"user":["impersonate"]}"#) == false)
        #expect(try await may(#"{"garden":["water"]}"#) == false)
    }
}
