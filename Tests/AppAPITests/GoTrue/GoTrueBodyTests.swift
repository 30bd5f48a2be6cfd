import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import WebCore
@testable import WebFixtures

/// The request bodies of GoTrue.
@Suite struct GoTrueBodyTests {
    private static let paths = [
        "signup", "token?grant_type=password", "token?grant_type=refresh_token", "token?grant_type=id_token",
        "token?grant_type=pkce", "otp", "magiclink", "recover", "resend", "verify",
    ]

    @Test func `a phone number is rejected in every body, and an empty one is ignored`() async throws {
        let server = try await AppServer()
        let (app, admin) = (GoTrueClient(server), GoTrueClient.administrator(server))

        for path in Self.paths + ["admin/users", "invite", "admin/generate_link"] {
            let client = path.hasPrefix("admin") || path == "invite" ? admin : app
            let rejected = try await client.send(.post, path, #"{"phone":"+352621000000"}"#)
            #expect(rejected.status == 400 && rejected.code == "phone_provider_disabled", "\(path): \(rejected.text)")
            for empty in [#""""#, "null"] {
                let body = #"{"phone":\#(empty),"email":"eve@acme.example","type":7}"#
                #expect(try await client.send(.post, path, body).code != "phone_provider_disabled", "\(path)")
            }
        }
        let ada = try await app.signUp()
        for (method, path, client, token) in [
            (.put, "user", app, ada.access), (.post, "logout", app, ada.access),
            (.delete, "user/identities/\(ada.user)", app, ada.access), (.put, "admin/users/\(ada.user)", admin, nil),
            (.delete, "admin/users/\(ada.user)", admin, nil),
        ] as [(HTTPRequest.Method, String, GoTrueClient, String?)] {
            let rejected = try await client.send(method, path, #"{"phone":"+352621000000"}"#, token: token)
            #expect(rejected.status == 400 && rejected.code == "phone_provider_disabled", "\(path): \(rejected.text)")
        }
        #expect(try await server.acme.userCount() == 2)
    }

    @Test(arguments: ["email", "password", "current_password"])
    func `null is no new value`(member: String) async throws {
        let app = GoTrueClient(try await AppServer())
        let tokens = try await app.signUp()

        let rejected = try await app.send(.put, "user", #"{"\#(member)":null}"#, token: tokens.access)
        let accepted = try await app.send(
            .put,
            "user",
            #"{"nonce":null,"data":null,"code_challenge":null}"#,
            token: tokens.access
        )

        #expect(rejected.status == 400 && rejected.code == "validation_failed")
        #expect(try rejected.json["message"]?.stringValue?.hasPrefix("\(member):") == true, "\(rejected.text)")
        #expect(accepted.status == 200, "\(accepted.text)")
    }

    @Test(arguments: ["signup", "otp", "recover"])
    func `a challenge that is none names its member`(path: String) async throws {
        let server = try await AppServer()
        let answer = try await GoTrueClient(server).send(
            .post,
            path,
            #"{"email":"ada@example.com","password":"correct horse battery","code_challenge":"short"}"#
        )

        #expect(answer.status == 400 && answer.code == "validation_failed")
        #expect(try answer.json["message"]?.stringValue?.hasPrefix("code_challenge") == true, "\(answer.text)")
        #expect(try await server.acme.userCount() == 0)
    }

    @Test func `without email and password a user is anonymous, with one of them both are required`() async throws {
        let server = try await AppServer()
        let app = GoTrueClient(server)
        try await app.set { $0.methods = [.password, .anonymous] }

        for body in ["{}", #"{"code_challenge":"short"}"#, #"{"code_challenge_method":7}"#] {
            #expect(try await app.send(.post, "signup", body).json["user"]?["is_anonymous"] == true, "\(body)")
        }
        for (body, missing) in [
            (#"{"email":"ada@example.com"}"#, "password"), (#"{"password":"correct horse battery"}"#, "email"),
            (#"{"email":null,"password":"correct horse battery"}"#, "email"),
        ] {
            let answer = try await app.send(.post, "signup", body)
            #expect(answer.status == 400 && answer.code == "validation_failed", "\(body)")
            #expect(try answer.json["message"]?.stringValue?.hasPrefix(missing) == true, "\(answer.text)")
        }
    }

    @Test func `an error in the format of OAuth is never in the tenant's words`() async throws {
        let app = GoTrueClient(try await AppServer())
        try await app.set {
            $0.texts = ["invalid request", "request.invalid"].map {
                MessageText(code: $0, language: .english, text: "Nope.")
            }
        }

        let answer = try await app.send(.post, "token?grant_type=id_token", #"{"provider":"apple"}"#)

        #expect(answer.status == 400)
        #expect(
            try answer.json == [
                "error": "invalid request",
                "error_description": "provider or client_id and issuer required, and id_token required",
            ]
        )
        #expect(answer.headers[.xSBErrorCode] == nil && answer.headers[.cacheControl] == "no-store")
        #expect(answer.headers[.accessControlAllowOrigin] == "*")
    }

    @Test func `what the server says itself about a user cannot be written`() async throws {
        let server = try await AppServer()
        let admin = GoTrueClient.administrator(server)
        let ada = try await server.acme.add("Ada")

        let answer = try await admin.send(
            .put,
            "admin/users/\(ada.id)",
            #"{"app_metadata":{"plan":"x","provider":"apple","providers":["apple"]}}"#
        )

        #expect(answer.status == 200)
        let user = try await server.acme.services.users.user(ada.id, grant: server.acme.system.grant()).summary.user
        #expect(user.appMetadata.object == ["plan": "x"])
    }

    @Test func `the token of a link comes before the digits of a message`() async throws {
        let app = GoTrueClient(try await AppServer(mail: Mailbox()))
        _ = try await app.signUp()
        let link = try await app.server.acme.services.links.make(
            LinkDraft(.signIn),
            forAddress: "ada@example.com",
            grant: app.server.acme.system.grant()
        )

        let answer = try await app.send(
            .post,
            "verify",
            #"{"type":"magiclink","token_hash":"\#(link.token.text)","token":"000000","email":"ada@example.com"}"#
        )

        #expect(answer.status == 200, "\(answer.text)")
    }

    @Test func `a backend may neither choose the id of a user nor set a hash`() async throws {
        let server = try await AppServer()
        let admin = GoTrueClient.administrator(server)
        let ada = try await server.acme.add("Ada")

        for (method, path, body) in [
            (.post, "admin/users", #"{"email":"eve@acme.example","id":"x"}"#),
            (.post, "admin/users", #"{"email":"eve@acme.example","password_hash":"x"}"#),
            (.put, "admin/users/\(ada.id)", #"{"password_hash":"x"}"#),
        ] as [(HTTPRequest.Method, String, String)] {
            let answer = try await admin.send(method, path, body)
            #expect(answer.status == 400 && answer.code == "validation_failed", "\(body): \(answer.text)")
        }
        #expect(try await admin.send(.put, "admin/users/\(ada.id)", #"{"id":"x","role":"admin"}"#).status == 200)
    }
}

extension TestTenant {
    fileprivate func userCount() async throws -> Int {
        switch try await services.users.count(UserQuery(), grant: system.grant()) {
        case .exactly(let count), .moreThan(let count): count
        }
    }
}
