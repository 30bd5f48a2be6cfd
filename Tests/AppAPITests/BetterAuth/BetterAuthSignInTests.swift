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

@Suite struct BetterAuthSignInTests {
    @Test(arguments: ["sign-up", "sign-up/email"])
    func `signing up makes an account that can be used at once`(path: String) async throws {
        let app = BetterAuthClient(try await AppServer())

        let answer = try await app.post(
            path,
            #"{"name":"Ada","email":"Ada@Example.com","password":"correct horse battery"}"#
        )

        #expect(answer.status == 200)
        let token = try #require(try answer.json["token"]?.stringValue)
        let user = try answer.json["user"]
        #expect(answer.headers[.setAuthToken] == token)
        #expect(answer.headers[.accessControlExposeHeaders]?.contains("set-auth-token") == true)
        #expect(answer.headers[.cacheControl] == "no-store")
        #expect(user?["name"] == "Ada" && user?["email"] == "ada@example.com" && user?["role"] == "customer")
        #expect(user?["emailVerified"] == false && user?["image"] == .null && user?["banned"] == false)
        #expect(user?["createdAt"] == "2026-11-21T09:00:00.000Z" && user?["updatedAt"] == "2026-11-21T09:00:00.000Z")
        #expect(try await app.get("get-session", token: token).json["user"]?["email"] == "ada@example.com")
    }

    @Test func `only the bare path does without a name, and then it is an empty text`() async throws {
        let app = BetterAuthClient(try await AppServer())
        let body = #"{"email":"ada@example.com","password":"correct horse battery"}"#

        let rejected = try await app.post("sign-up/email", body)
        let taken = try await app.post("sign-up", body)

        #expect(
            rejected.status == 400
                && rejected.text == #"{"code":"VALIDATION_ERROR","message":"[body.name] Required."}"#
        )
        #expect(taken.status == 200)
        #expect(try taken.json["user"]?["name"] == "")
    }

    @Test(arguments: ["sign-in", "sign-in/email"])
    func `signing in answers with a token, the person and no redirect`(path: String) async throws {
        let app = BetterAuthClient(try await AppServer())
        _ = try await app.signUp()

        let answer = try await app.post(path, #"{"email":" ADA@example.com ","password":"correct horse battery"}"#)

        #expect(answer.status == 200)
        #expect(try answer.json["redirect"] == false)
        #expect(try answer.json["url"] == nil)
        #expect(try answer.json["user"]?["email"] == "ada@example.com")
        let token = try #require(try answer.json["token"]?.stringValue)
        #expect(try await app.get("get-session", token: token).json["session"]?["token"] == .string(token))
    }

    @Test(arguments: [
        ("ada@example.com", "wrong horse battery"), ("nobody@example.com", "correct horse battery"),
        ("ada@example.com", ""),
    ])
    func `a wrong password and an unknown person get the same answer`(email: String, password: String) async throws {
        let app = BetterAuthClient(try await AppServer())
        _ = try await app.signUp()

        let answer = try await app.signIn(email, password: password)

        #expect(answer.status == 401)
        #expect(answer.text == #"{"code":"INVALID_EMAIL_OR_PASSWORD","message":"Invalid email or password"}"#)
        #expect(answer.headers[.setCookie] == nil && answer.headers[.setAuthToken] == nil)
    }

    @Test func `a disabled user gets the reason only after the right password`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let token = try await app.signUp()
        let id = try #require(
            try await app.get("get-session", token: token).json["user"]?["id"]?.stringValue.flatMap(User.ID.init)
        )
        _ = try await server.installation.services.users.disable(id, grant: server.acme.system.grant())

        let right = try await app.signIn()
        let wrong = try await app.signIn(password: "wrong horse battery")

        #expect(right.status == 403 && right.code == "BANNED_USER")
        #expect(wrong.status == 401 && wrong.code == "INVALID_EMAIL_OR_PASSWORD")
        #expect(try await app.get("get-session", token: token).text == "null")
    }

    @Test func `an address that is taken is 422, in the same tenant only`() async throws {
        let server = try await AppServer()
        let body = #"{"name":"Ada","email":"ADA@example.com","password":"correct horse battery"}"#
        _ = try await BetterAuthClient(server).signUp()

        let same = try await BetterAuthClient(server).post("sign-up/email", body)
        let other = try await BetterAuthClient(server, key: server.globex.creation.publishableKey).post(
            "sign-up/email",
            body
        )

        #expect(same.status == 422 && same.code == "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL")
        #expect(other.status == 200)
    }

    @Test(arguments: [
        (#"{"name":"A","email":"ada","password":"correct horse battery"}"#, "INVALID_EMAIL", "email address"),
        (#"{"name":"A","email":"a@b.example","password":"short"}"#, "PASSWORD_TOO_SHORT", "8"),
        (#"{"name":"A","email":"a@b.example","password":""}"#, "PASSWORD_TOO_SHORT", "8"),
        (
            #"{"name":"A","email":"a@b.example","password":"\#(String(repeating: "x1y2", count: 65))"}"#,
            "PASSWORD_TOO_LONG", "256"
        ),
        (#"{"name":"A","email":"a@b.example","password":"password123"}"#, "PASSWORD_COMPROMISED", "Choose another"),
        (#"{"name":"A","email":"ada","password":"short"}"#, "INVALID_EMAIL", "[body.password]"),
        (
            #"{"name":"A\u202Eb","email":"a@b.example","password":"correct horse battery"}"#, "VALIDATION_ERROR",
            "[body.name]"
        ),
        (#"{"name":"  ","email":"a@b.example","password":"correct horse battery"}"#, "VALIDATION_ERROR", "[body.name]"),
        (
            "{}", "VALIDATION_ERROR",
            "[body.name] Required.; [body.email] Required.; [body.password] Required."
        ),
    ])
    func `what cannot make an account says why`(body: String, code: String, message: String) async throws {
        let answer = try await BetterAuthClient(try await AppServer()).post("sign-up/email", body)

        #expect(answer.status == 400 && answer.code == code)
        #expect(try answer.json["message"]?.stringValue?.contains(message) == true, "\(answer.text)")
    }

    @Test(
        arguments: [
            ("sign-up/email", "name"), ("sign-up", "name"), ("sign-up/email", "email"), ("sign-up/email", "password"),
            ("sign-up/email", "image"), ("sign-up/email", "rememberMe"), ("sign-in/email", "email"),
            ("sign-in/email", "password"),
            ("sign-in", "rememberMe"), ("sign-in", "callbackURL"), ("revoke-session", "token"),
        ],
        ["[1]", #"{"a":1}"#, "7", "1e400", "null", #""\u0000""#]
    )
    func `a field of the wrong type is named`(place: (path: String, field: String), value: String) async throws {
        let app = BetterAuthClient(try await AppServer())
        let token = try await app.signUp()
        let good = [("name", #""Ada""#), ("email", #""eve@example.com""#), ("password", #""correct horse battery""#)]
        let members = good.filter { $0.0 != place.field } + [(place.field, value)]

        let answer = try await app.post(
            place.path,
            "{" + members.map { #""\#($0)":\#($1)"# }.joined(separator: ",") + "}",
            token: token
        )

        #expect(answer.status == 400, "\(answer.text)")
        #expect(value == "1e400" || answer.text.lowercased().contains(place.field.lowercased()), "\(answer.text)")
    }

    @Test(arguments: [
        (#"{"email":"a@b.example","email":"c@d.example","password":"x"}"#, "email"), (#"{"email":"#, "Line 1"),
        ("[]", "object"),
        ("", "JSON"), ("\u{FEFF}{}", "JSON"), (String(repeating: "[", count: 5000), "levels"),
        (#"{"email":"\ud800"}"#, "surrogate"),
    ])
    func `a body that is no JSON object is refused with the place`(body: String, words: String) async throws {
        let answer = try await BetterAuthClient(try await AppServer()).post("sign-in/email", body)

        #expect(answer.status == 400 && answer.code == "BAD_REQUEST")
        #expect(answer.text.contains(words), "\(answer.text)")
    }

    @Test func `broken UTF-8 and too much are refused`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let headers = app.headers.merging([.contentType: "application/json"])

        let broken = try await server.send(
            .post,
            "/api/auth/sign-in",
            headers: headers,
            body: Array(#"{"email":""#.utf8) + [0xFF, 0x22, 0x7D]
        )
        let large = try await app.post("sign-in", #"{"email":"\#(String(repeating: "a", count: 70_000))"}"#)

        #expect(broken.status == 400 && broken.code == "BAD_REQUEST")
        #expect(large.status == 413 && large.code == "PAYLOAD_TOO_LARGE")
    }

    @Test(arguments: [nil, "text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16"])
    func `only JSON is taken`(type: String?) async throws {
        let server = try await AppServer()
        var headers = BetterAuthClient(server).headers
        headers[.contentType] = type

        for path in ["sign-up", "sign-up/email", "sign-in", "sign-in/email", "sign-out"] {
            let answer = try await server.send(.post, "/api/auth/\(path)", headers: headers, body: Array("{}".utf8))
            #expect(answer.status == 415 && answer.code == "UNSUPPORTED_MEDIA_TYPE")
        }
    }

    @Test func `fields that would name another actor have no effect`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let body = """
            {"name":"Ada","email":"ada@example.com","password":"correct horse battery","role":"admin","tenantId":"\(server.globex.tenant.id)",
            "tenant_id":"globex","id":"00000000-0000-7000-8000-000000000000","userId":"x","emailVerified":true,"banned":true,"state":"invited"}
            """

        let answer = try await app.post("sign-up/email", body)

        let user = try answer.json["user"]
        #expect(answer.status == 200)
        #expect(user?["role"] == "customer" && user?["emailVerified"] == false && user?["banned"] == false)
        #expect(user?["id"] != "00000000-0000-7000-8000-000000000000")
        #expect(try await BetterAuthClient(server, key: server.globex.creation.publishableKey).signIn().status == 401)
    }

    @Test func `guessing is slowed down, with the seconds to wait`() async throws {
        let app = BetterAuthClient(try await AppServer())
        _ = try await app.signUp()
        for _ in 0..<10 { _ = try await app.signIn(password: "wrong horse battery") }

        let answer = try await app.signIn()

        #expect(answer.status == 429)
        #expect(try answer.json.objectValue?.names == ["message"])
        let wait = try #require(answer.headers[.retryAfter].flatMap { Int($0) })
        #expect(wait >= 1 && answer.headers[.xRetryAfter] == String(wait))
    }

    @Test func `a full gate is 503 and never looks like a wrong password`() async throws {
        let app = BetterAuthClient(
            try await AppServer(passwordLimits: .init(width: 1, queue: 0), passwordCost: PasswordHash.Cost(logN: 16))
        )

        let answers = try await withThrowingTaskGroup(of: AppServer.Answer.self) { group in
            for _ in 0..<6 { group.addTask { try await app.signIn() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        let rejected = answers.filter { $0.status != 401 }
        #expect(!rejected.isEmpty)
        #expect(
            rejected.allSatisfy {
                $0.status == 503 && $0.code == "SERVICE_UNAVAILABLE" && $0.headers[.retryAfter] != nil
            }
        )
    }

    @Test(arguments: [
        ("/home", true), ("https://localhost:8080/x", true), ("http://localhost:8080", true),
        ("https://evil.example/", false),
        ("//evil.example", false), (#"/\\evil.example"#, false), ("javascript:alert(1)", false),
        ("http://localhost:8080@evil.example/", false),
    ])
    func `an app is only sent on to its own addresses`(address: String, isTrusted: Bool) async throws {
        let app = BetterAuthClient(try await AppServer())
        _ = try await app.signUp()

        let answer = try await app.post(
            "sign-in",
            #"{"email":"ada@example.com","password":"correct horse battery","callbackURL":"\#(address)"}"#
        )

        #expect(answer.status == (isTrusted ? 200 : 403))
        #expect(answer.code == (isTrusted ? nil : "INVALID_CALLBACK_URL"))
        #expect(try !isTrusted || answer.json["url"]?.stringValue == address)
    }

    @Test func `a session knows the device from the headers, cut and made visible`() async throws {
        let app = BetterAuthClient(try await AppServer())
        let device: HTTPFields = [
            .xDeviceName: "Ada\u{202E}’s phone", .xDeviceModel: "iPhone16,1",
            .xAppVersion: String(repeating: "9", count: 500),
            .userAgent: "Stories/87 (iPhone; iOS 18.2; Scale/3.00)",
        ]

        let token = try await app.signUp(headers: device)

        let session = try await app.get("get-session", token: token).json["session"]
        #expect(session?["deviceName"] == #"Ada\u{202E}’s phone"#)
        #expect(session?["deviceModel"] == "iPhone16,1" && session?["osVersion"] == "18.2")
        #expect(session?["appVersion"]?.stringValue?.count == 128)
        #expect(
            session?["userAgent"] == "Stories/87 (iPhone; iOS 18.2; Scale/3.00)"
                && session?["ipAddress"] == "203.0.113.9"
        )
    }
}
