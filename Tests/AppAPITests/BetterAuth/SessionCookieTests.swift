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

@Suite struct SessionCookieTests {
    /// `name=value` of the cookie that a sign-up sets.
    private func cookie(_ app: BetterAuthClient) async throws -> (pair: String, attributes: String) {
        let body = #"{"email":"ada@example.com","name":"Ada","password":"correct horse battery"}"#
        let field = try #require(try await app.post("sign-up/email", body).headers[.setCookie])
        let end = try #require(field.firstIndex(of: ";"))
        return (String(field[..<end]), String(field[end...]))
    }

    @Test func `the cookie is the token with its signature, out of reach for scripts`() async throws {
        let plain = try await cookie(BetterAuthClient(try await AppServer()))
        let secure = try await cookie(BetterAuthClient(try await AppServer(isSecure: true)))

        #expect(plain.pair.hasPrefix("better-auth.session_token=gh_s_") && plain.pair.hasSuffix("%3D"))
        #expect(plain.attributes == "; Max-Age=15552000; Path=/; HttpOnly; SameSite=Lax")
        #expect(secure.pair.hasPrefix("__Secure-better-auth.session_token=gh_s_"))
        #expect(secure.attributes == "; Max-Age=15552000; Path=/; HttpOnly; SameSite=Lax; Secure")
    }

    @Test func `without "remember me" the cookie ends with the browser`() async throws {
        let app = BetterAuthClient(try await AppServer())
        _ = try await app.signUp()

        let answer = try await app.post(
            "sign-in",
            #"{"email":"ada@example.com","password":"correct horse battery","rememberMe":false}"#
        )

        #expect(answer.headers[.setCookie]?.contains("Max-Age") == false)
    }

    @Test func `a cookie signs in, and its token does not come out to scripts`() async throws {
        let app = BetterAuthClient(try await AppServer())
        let cookie = try await cookie(app).pair

        let answer = try await app.get("get-session", headers: [.cookie: cookie])

        #expect(try answer.json["user"]?["name"] == "Ada")
        #expect(try answer.json["session"]?["token"] == answer.json["session"]?["id"])
        #expect(!answer.text.contains("gh_s_"))
    }

    @Test func `a signed token is a bearer token too, and a wrong signature is not`() async throws {
        let app = BetterAuthClient(try await AppServer())
        let value = String(try await cookie(app).pair.dropFirst("better-auth.session_token=".count))
        let decoded = value.replacing("%3D", with: "=").replacing("%2B", with: "+").replacing("%2F", with: "/")
        let forged = String(value.dropLast(6)) + "AAA%3D"

        #expect(try await app.get("get-session", token: value).text != "null")
        #expect(try await app.get("get-session", token: decoded).text != "null")
        #expect(try await app.get("get-session", token: forged).text == "null")
        #expect(
            try await app.get("get-session", headers: [.cookie: "better-auth.session_token=\(forged)"]).text == "null"
        )
    }

    @Test func `another site cannot use the cookie`() async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let cookie = try await cookie(app).pair
        try await server.installation.services.tenants.add(
            host: "www.acme.example",
            to: server.acme.tenant.id,
            grant: server.installation.installationGrant
        )
        try await server.installation.services.tenants.add(
            host: "www.globex.example",
            to: server.globex.tenant.id,
            grant: server.installation.installationGrant
        )

        for path in ["sign-out", "revoke-session", "revoke-other-sessions", "revoke-sessions"] {
            for (headers, code) in [
                ([:], "MISSING_OR_NULL_ORIGIN"), ([.origin: "null"], "MISSING_OR_NULL_ORIGIN"),
                ([.origin: "https://evil.example"], "INVALID_ORIGIN"),
                ([.referer: "https://evil.example/www.acme.example"], "INVALID_ORIGIN"),
                ([.origin: "https://www.globex.example"], "INVALID_ORIGIN"),
                ([.origin: "https://www.acme.example.evil.example"], "INVALID_ORIGIN"),
                ([.origin: "http://localhost:8080@evil.example"], "INVALID_ORIGIN"),
            ] as [(HTTPFields, String)] {
                let answer = try await app.post(path, #"{"token":"x"}"#, headers: headers.merging([.cookie: cookie]))
                #expect(answer.status == 403 && answer.code == code, "\(path) \(headers)")
            }
        }
        #expect(try await app.get("get-session", headers: [.cookie: cookie]).text != "null")
    }

    @Test func `a page of a foreign name that leads to this server cannot use the cookie`() async throws {
        for isSecure in [false, true] {
            let server = try await AppServer(isSecure: isSecure)
            let app = BetterAuthClient(server)
            let cookie = try await cookie(app).pair
            let scheme = isSecure ? "https" : "http"

            for host in [
                "evil.example", "evil.example:8080", "[::1].evil.example", "127.0.0.1.evil.example",
                "localhost.evil.example:8080",
            ] {
                let answer = try await server.send(
                    .post,
                    "/api/auth/sign-out",
                    headers: app.headers.merging([.cookie: cookie, .origin: "\(scheme)://\(host)"]),
                    body: Array("{}".utf8),
                    host: host
                )
                #expect(answer.status == 403 && answer.code == "INVALID_ORIGIN", "\(scheme)://\(host): \(answer.text)")
            }
            #expect(try await app.get("get-session", headers: [.cookie: cookie]).text != "null")
        }
    }

    @Test func `another port of the tenant's host name is another site over https`() async throws {
        let server = try await AppServer(isSecure: true)
        let app = BetterAuthClient(server)
        let cookie = try await cookie(app).pair
        try await server.installation.services.tenants.add(
            host: "www.acme.example",
            to: server.acme.tenant.id,
            grant: server.installation.installationGrant
        )

        #expect(
            try await app.post(
                "revoke-other-sessions",
                headers: [.cookie: cookie, .origin: "https://www.acme.example:8443"]
            ).code
                == "INVALID_ORIGIN"
        )
        #expect(
            try await app.post("sign-out", headers: [.cookie: cookie, .origin: "https://www.acme.example:443"]).status
                == 200
        )
    }

    @Test(arguments: ["https://www.acme.example", "http://localhost:8080", "http://LOCALHOST:8080"])
    func `a page of the tenant may use the cookie`(origin: String) async throws {
        let server = try await AppServer()
        let app = BetterAuthClient(server)
        let cookie = try await cookie(app).pair
        try await server.installation.services.tenants.add(
            host: "www.acme.example",
            to: server.acme.tenant.id,
            grant: server.installation.installationGrant
        )

        let answer = try await app.post("sign-out", headers: [.cookie: cookie, .origin: origin])

        #expect(answer.status == 200)
        #expect(answer.headers[.setCookie] == "better-auth.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax")
        #expect(try await app.get("get-session", headers: [.cookie: cookie]).text == "null")
    }

    @Test func `over https a page that came over http is another site`() async throws {
        let app = BetterAuthClient(try await AppServer(isSecure: true))
        let cookie = try await cookie(app).pair

        #expect(
            try await app.post("sign-out", headers: [.cookie: cookie, .origin: "http://localhost:8080"]).code
                == "INVALID_ORIGIN"
        )
    }

    @Test func `a bearer token needs no origin, also beside a cookie`() async throws {
        let app = BetterAuthClient(try await AppServer())
        let cookie = try await cookie(app).pair
        let token = try #require(try await app.signIn().json["token"]?.stringValue)

        #expect(try await app.post("revoke-other-sessions", token: token, headers: [.cookie: cookie]).status == 200)
        #expect(try await app.get("get-session", headers: [.cookie: cookie]).text == "null")
    }

    @Test func `a bad bearer token is not replaced by the cookie`() async throws {
        let app = BetterAuthClient(try await AppServer())
        let cookie = try await cookie(app).pair

        #expect(try await app.get("get-session", token: "gh_s_old", headers: [.cookie: cookie]).text == "null")
    }

    @Test func `a cookie that comes twice refuses the request`() async throws {
        let app = BetterAuthClient(try await AppServer())
        let cookie = try await cookie(app).pair

        #expect(try await app.get("get-session", headers: [.cookie: "\(cookie); \(cookie)"]).status == 400)
    }
}
