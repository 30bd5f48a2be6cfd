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

/// What went wrong with signing in and with accounts in other systems, and must not here.
@Suite struct SignInHistoryTests {
    private static let password = TestTenant.password

    /// A call of an app, with a body that is good.
    struct Call: Sendable, CustomTestStringConvertible {
        let method: HTTPRequest.Method
        let path: String
        let body: JSONObject
        var isSignedIn = false
        var testDescription: String { path }
    }

    static let calls: [Call] = [
        Call(
            method: .post,
            path: "/api/auth/sign-in/email",
            body: ["email": "ada@acme.example", "password": .string(password)]
        ),
        Call(
            method: .post,
            path: "/api/auth/sign-in",
            body: ["email": "ada@acme.example", "password": .string(password)]
        ),
        Call(
            method: .post,
            path: "/api/auth/sign-up/email",
            body: ["name": "N", "email": "n@acme.example", "password": .string(password)]
        ),
        Call(method: .post, path: "/api/auth/update-user", body: ["name": "Ada L"], isSignedIn: true),
        Call(method: .post, path: "/api/auth/delete-user", body: ["password": .string(password)], isSignedIn: true),
        Call(method: .post, path: "/api/auth/revoke-session", body: ["token": "x"], isSignedIn: true),
        Call(
            method: .post,
            path: "/auth/v1/token?grant_type=password",
            body: ["email": "ada@acme.example", "password": .string(password)]
        ),
        Call(method: .post, path: "/auth/v1/token?grant_type=refresh_token", body: ["refresh_token": "gh_r_x"]),
        Call(method: .post, path: "/auth/v1/signup", body: ["email": "n@acme.example", "password": .string(password)]),
        Call(
            method: .put,
            path: "/auth/v1/user",
            body: ["email": "n@acme.example", "password": "another horse battery"],
            isSignedIn: true
        ),
        Call(method: .patch, path: "/api/v1/me", body: ["name": "Ada L"], isSignedIn: true),
        Call(method: .post, path: "/api/v1/session/restoration", body: ["refresh_token": "gh_r_x"]),
    ]

    @Test(arguments: calls)
    func `a text that is sent as something else, or twice, is refused and does nothing`(_ call: Call) async throws {
        let site = try await Site()
        let ada = try await site.acme.add("Ada")
        let token = try await site.signIn(ada, of: site.acme, kind: .app).token
        var headers: HTTPFields = [.apiKey: site.acme.creation.publishableKey.text, .contentType: "application/json"]
        if call.isSignedIn { headers[.authorization] = "Bearer \(token.text)" }

        for (name, value) in call.body {
            for wrong in [[value], ["x": value], 7, 7.5, true, [], [:]] as [JSONValue] {
                var body = call.body
                body[name] = wrong
                let answer = try await site.send(
                    call.method,
                    call.path,
                    headers,
                    body: JSONValue.object(body).serialized()
                )
                #expect((400...422).contains(answer.status), "\(name) as \(wrong): \(answer.text)")
            }
            let members = call.body.map { "\"\($0.name)\":\($0.value.text)" } + ["\"\(name)\":\(value.text)"]
            let answer = try await site.send(
                call.method,
                call.path,
                headers,
                body: Array("{\(members.joined(separator: ","))}".utf8)
            )
            #expect((400...422).contains(answer.status), "\(name) twice: \(answer.text)")
        }
        let users = try await site.services.users.page(UserQuery(), PageRequest(), grant: site.acme.system.grant())
            .items
        #expect(users.map(\.user.name) == ["Ada"] && users[0].user.email == ada.email)
        #expect(
            try await site.services.signIns.signIn(
                email: "ada@acme.example",
                password: Self.password,
                in: site.acme.context()
            ).user.id
                == ada.id
        )
    }

    @Test func `what a person sends of themselves changes nothing that is not theirs to change`() async throws {
        let server = try await AppServer()
        let app = GoTrueClient(server)
        let requests = #"""
            "role":"admin","user_role":"admin","app_metadata":{"plan":"gold"},"email_confirm":true,"email_confirmed_at":"2026-01-01T00:00:00Z",
            "email_verified":true,"emailVerified":true,"is_anonymous":true,"banned_until":null,"id":"0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907",
            "userId":"0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907","tenant_id":"x","state":"active"
            """#
        let tokens = try GoTrueClient.tokens(
            try await app.send(
                .post,
                "signup",
                #"{"email":"ada@example.com","password":"correct horse battery",\#(requests)}"#
            )
        )

        #expect(try await app.send(.put, "user", #"{"data":{"a":1},\#(requests)}"#, token: tokens.access).status == 200)
        #expect(
            try await BetterAuthClient(server).post(
                "sign-up/email",
                #"{"name":"Eve","email":"eve@example.com","password":"correct horse battery",\#(requests)}"#
            ).status == 200
        )

        let users = try await server.acme.services.users.page(
            UserQuery(),
            PageRequest(),
            grant: server.acme.system.grant()
        ).items
        #expect(users.count == 2)
        for user in users.map(\.user) {
            #expect(user.role == .customer && !user.emailVerified && !user.isAnonymous && user.state == .active)
            #expect(user.appMetadata.isEmpty && user.bannedUntil == nil)
            #expect(user.id.description != "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907")
        }
    }

    @Test func `an unverified address is not taken over by an identity with the same address`() async throws {
        let server = try await AppServer()
        let app = GoTrueClient(server)
        _ = try await app.signUp("ada@example.com")

        let again = try await app.send(
            .post,
            "signup",
            #"{"email":"ADA@example.com","password":"another horse battery"}"#
        )

        #expect(again.status == 422 && again.code == "user_already_exists")
        #expect(try await app.signIn(password: "another horse battery").status == 400)
    }

    @Test func `a forged header moves no client out of its rate limit bucket`() async throws {
        let server = try await AppServer()
        let client = BetterAuthClient(server)
        try await server.acme.add("Ada")

        var statuses: [Int] = []
        for number in 1...40 {
            let email = "nobody\(number)@example.com"
            let answer = try await client.post(
                "sign-in/email",
                #"{"email":"\#(email)","password":"wrong horse battery"}"#,
                headers: [
                    .init("X-Forwarded-For")!: "198.51.100.\(number), 10.0.0.\(number)",
                    .init("Forwarded")!: "for=198.51.100.\(number)",
                ]
            )
            statuses.append(answer.status)
        }

        #expect(statuses.prefix(30).allSatisfy { $0 == 401 })
        #expect(statuses.suffix(5).allSatisfy { $0 == 429 })
    }

    @Test func `200 wrong passwords at once from as many networks are a hundred hashes at most`() async throws {
        let server = try await AppServer(passwordLimits: .init(width: 2, queue: 500, deadline: .seconds(3600)))
        try await server.acme.add("Ada")
        let client = BetterAuthClient(server)

        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let body = Array(#"{"email":"ada@acme.example","password":"wrong horse \#(number)"}"#.utf8)
                    let headers = client.headers.merging([.contentType: "application/json"])
                    return try await server.send(
                        .post,
                        "/api/auth/sign-in/email",
                        headers: headers,
                        body: body,
                        from: "203.0.\(number / 100).\(number)"
                    ).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(statuses.count { $0 == 401 } <= 100)
        #expect(statuses.allSatisfy { [401, 429, 503].contains($0) })
    }

    @Test func `200 wrong passwords at once from one network are ten hashes at most`() async throws {
        let server = try await AppServer(passwordLimits: .init(width: 2, queue: 500, deadline: .seconds(3600)))
        try await server.acme.add("Ada")
        let client = BetterAuthClient(server)

        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<200 {
                group.addTask { try await client.signIn("ada@acme.example", password: "wrong horse \(number)").status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        // A machine that is busy with other things may refuse some of the ten for now.
        #expect((1...10).contains(statuses.count { $0 == 401 }))
        #expect(statuses.allSatisfy { [401, 429, 503].contains($0) })
    }

    @Test func `a one-time link works for one of 50 simultaneous uses`() async throws {
        let site = try await Site()
        let draft = UserAdministration.Draft(email: "bob@acme.example", name: nil, role: "driver")
        let link = try await site.services.users.invite(draft, grant: site.acme.system.grant()).link.text

        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<50 {
                group.addTask {
                    do {
                        _ = try await site.services.onboarding.accept(
                            invitation: link,
                            name: "Bob \(number)",
                            password: "correct horse \(number) battery",
                            from: .init(address: "203.0.113.\(number)", requestID: "request-\(number)", trace: nil)
                        )
                        return true
                    } catch { return false }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }

        #expect(outcomes.count { $0 } == 1)
    }

    @Test func `a link is built from the public address, whatever a request says of its host`() async throws {
        let site = try await Site()

        for (number, name) in [
            "Host", "X-Forwarded-Host", "X-Forwarded-Server", "Forwarded", "X-Original-Host", "Origin", "Referer",
        ]
        .enumerated() {
            let value =
                name == "Forwarded"
                ? "host=evil.example;proto=http" : name.hasPrefix("X-") ? "evil.example" : "https://evil.example"
            var headers = site.acmeKey
            headers[try #require(HTTPField.Name(name))] = value
            let answer = try await site.send(
                .post,
                "/api/v1/tenants/acme/invitations",
                as: headers,
                json: ["email": "bob\(number)@example.com", "role": "driver"]
            )
            #expect(answer.status == 201 && !answer.text.contains("evil"), "\(name): \(answer.text)")
            #expect(try answer.json["url"]?.stringValue?.hasPrefix("\(Site.origin)/invitations/") == true)
        }
    }
}
