import Database
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

@Suite struct BetterAuthSessionTests {
    @Test(arguments: [nil, "", "gh_s_nonsense", "Bearer", String(repeating: "x", count: 5000)])
    func `a signed-out client has no session and no access to other sessions`(token: String?) async throws {
        let app = BetterAuthClient(try await AppServer())

        let session = try await app.get("get-session", token: token)

        #expect(session.status == 200 && session.text == "null" && session.headers[.cacheControl] == "no-store")
        #expect(try await app.post("sign-out", token: token).text == #"{"success":true}"#)
        for answer in [
            try await app.get("list-sessions", token: token),
            try await app.post("revoke-session", #"{"token":"x"}"#, token: token),
            try await app.post("revoke-other-sessions", token: token),
            try await app.post("revoke-sessions", token: token),
        ] {
            #expect(answer.status == 401 && answer.code == "UNAUTHORIZED")
        }
    }

    @Test func `the scheme of a bearer token may be in any case`() async throws {
        let app = BetterAuthClient(try await AppServer())
        let token = try await app.signUp()

        let answer = try await app.get("get-session", headers: [.authorization: "bEARER \(token)"])

        #expect(try answer.json["user"]?["name"] == "Ada")
    }

    @Test func `a signed-out session is refused from the next request on`() async throws {
        let app = BetterAuthClient(try await AppServer())
        let token = try await app.signUp()

        let answer = try await app.post("sign-out", "{}", token: token)

        #expect(answer.status == 200 && answer.text == #"{"success":true}"#)
        #expect(try await app.get("get-session", token: token).text == "null")
        #expect(try await app.get("list-sessions", token: token).status == 401)
    }

    @Test func `a list of sessions has handles and no secrets`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let first = try await app.signUp()
        server.installation.clock.advance(by: .days(3))
        let second = try #require(try await app.signIn().json["token"]?.stringValue)

        let answer = try await app.get("list-sessions", token: first)

        let list = try #require(try answer.json.arrayValue)
        #expect(list.count == 2)
        #expect(list.allSatisfy { $0["token"] == $0["id"] && $0["expiresAt"] != nil && $0["userId"] != nil })
        #expect(!answer.text.contains(first) && !answer.text.contains(second))
    }

    @Test func `one session is ended by its handle or by its token`() async throws {
        let app = BetterAuthClient(try await AppServer())
        let mine = try await app.signUp()
        let tablet = try #require(try await app.signIn().json["token"]?.stringValue)
        let watch = try #require(try await app.signIn().json["token"]?.stringValue)
        let handle = try #require(try await app.get("get-session", token: tablet).json["session"]?["id"]?.stringValue)

        let byHandle = try await app.post("revoke-session", #"{"token":"\#(handle)"}"#, token: mine)
        let byToken = try await app.post("revoke-session", #"{"token":"\#(watch)"}"#, token: mine)

        #expect(byHandle.text == #"{"status":true}"# && byToken.text == #"{"status":true}"#)
        #expect(try await app.get("get-session", token: tablet).text == "null")
        #expect(try await app.get("get-session", token: watch).text == "null")
        #expect(try await app.get("get-session", token: mine).text != "null")
    }

    @Test func `a user can neither end nor see a session of another user`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let ada = try await app.signUp()
        let eve = try await app.signUp("eve@example.com")
        let mallory = try await BetterAuthClient(server, key: server.globex.creation.publishableKey).signUp(
            "mal@example.com"
        )
        let handle = try #require(try await app.get("get-session", token: ada).json["session"]?["id"]?.stringValue)

        for token in [handle, ada] {
            let answer = try await app.post("revoke-session", #"{"token":"\#(token)"}"#, token: eve)
            #expect(answer.status == 200 && answer.text == #"{"status":true}"#)
            _ = try await BetterAuthClient(server, key: server.globex.creation.publishableKey)
                .post("revoke-session", #"{"token":"\#(token)"}"#, token: mallory)
        }

        #expect(try await app.get("get-session", token: ada).text != "null")
    }

    @Test func `all others end, or all`() async throws {
        let app = BetterAuthClient(try await AppServer())
        let mine = try await app.signUp()
        let other = try #require(try await app.signIn().json["token"]?.stringValue)

        #expect(try await app.post("revoke-other-sessions", token: mine).text == #"{"status":true}"#)
        #expect(try await app.get("get-session", token: other).text == "null")
        #expect(try await app.get("get-session", token: mine).text != "null")

        #expect(try await app.post("revoke-sessions", token: mine).text == #"{"status":true}"#)
        #expect(try await app.get("get-session", token: mine).text == "null")
    }

    @Test func `a session of one tenant is nothing to another`() async throws {
        let server = try await AppServer()
        let token = try await BetterAuthClient(server).signUp()
        let globex = BetterAuthClient(server, key: server.globex.creation.publishableKey)

        #expect(try await globex.get("get-session", token: token).text == "null")
        #expect(try await globex.get("list-sessions", token: token).status == 401)
        #expect(try await globex.post("sign-out", token: token).status == 200)
        #expect(try await BetterAuthClient(server).get("get-session", token: token).text != "null")
    }

    @Test func `a console session opens nothing here`() async throws {
        let server = try await AppServer()
        try await server.acme.add("Ada", role: .admin)
        let entry = try await server.installation.services.console.signIn(
            email: "ada@acme.example",
            password: "correct horse battery",
            tenant: "acme",
            from: SignInClient(device: Device(), origin: server.acme.context().origin)
        )

        #expect(try await BetterAuthClient(server).get("get-session", token: entry.token.text).text == "null")
    }

    @Test func `sessions end by themselves, unused for thirty days`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let token = try await app.signUp()

        server.installation.clock.advance(by: .days(29))
        #expect(try await app.get("get-session", token: token).text != "null")
        try await server.installation.services.activity.flush()
        server.installation.clock.advance(by: .days(29))
        #expect(try await app.get("get-session", token: token).text != "null")
        server.installation.clock.advance(by: .days(31))
        #expect(try await app.get("get-session", token: token).text == "null")
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "/api/auth/sign-in"), (.post, "/api/auth/get-session"),
        (.delete, "/api/auth/sign-out"),
        (.get, "/api/auth/nothing"), (.post, "/api/auth/sign-in/"), (.post, "/api/auth//sign-in"), (.get, "/api/auth"),
        (.post, "/api/auth/sign-in/social/x"),
    ])
    func `an unknown path and a wrong method are 404 without a body`(
        method: HTTPRequest.Method,
        path: String
    ) async throws {
        let server = try await AppServer()

        let answer = try await server.send(method, path, headers: BetterAuthClient(server).headers)

        #expect(answer.status == 404 && answer.bytes.isEmpty)
        #expect(answer.headers[.xRequestID]?.count == 36)
    }

    @Test func `anyone can ask whether it is there`() async throws {
        #expect(try await AppServer().send(.get, "/api/auth/ok").text == #"{"ok":true}"#)
    }

    @Test(arguments: ["get-session", "sign-out", "sign-in", "list-sessions"])
    func `a database that is away is 503, never a sign-out`(path: String) async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let token = try await app.signUp()
        try await server.installation.control.close()

        let body = #"{"email":"ada@example.com","password":"correct horse battery"}"#
        let answer =
            path.hasPrefix("sign")
            ? try await app.post(path, body, token: token) : try await app.get(path, token: token)

        #expect(answer.status == 503 && answer.code == "SERVICE_UNAVAILABLE")
        #expect(answer.headers[.retryAfter] != nil)
    }
}
