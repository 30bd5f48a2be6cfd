import Domain
import Fixtures
import Foundation
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

/// What went wrong with credentials in other systems, and must not here.
@Suite struct CredentialHistoryTests {
    /// A credential, what shows that it is good, and how its time ends.
    private struct Kind: Sendable {
        let name: String
        let status: @Sendable () async throws -> Int
        let end: @Sendable () async throws -> Void
    }

    @Test func `every kind of credential is refused by the first request after its end, and by each one later`()
        async throws
    {
        let site = try await Site()
        for kind in try await kinds(site) {
            #expect(try await kind.status() < 400, "\(kind.name) is good at first")

            try await kind.end()

            for _ in 1...3 { #expect([400, 401, 403, 404].contains(try await kind.status()), "\(kind.name)") }
        }
    }

    private func kinds(_ site: Site) async throws -> [Kind] {
        let (acme, services) = (site.acme, site.services)
        let publishable: HTTPFields = [.apiKey: acme.creation.publishableKey.text]
        func signedIn(_ name: String) async throws -> (SignedIn, IssuedTokens) {
            let user = try await acme.add(name)
            let signedIn = try await site.signIn(user, of: acme, kind: .app)
            let tokens = try await services.accessTokens.issue(
                for: signedIn.session,
                tenant: acme.tenant,
                method: .password
            )
            return (signedIn, tokens)
        }
        @Sendable func end(_ session: SignedIn) async throws {
            try await services.sessions.end(session.session.id, grant: acme.system.grant())
        }
        @Sendable func revoke(_ key: Credential) async throws {
            let record = try #require(try await services.authenticator.key(key.text, .init(key.prefix)))
            _ = try await services.keys.revoke(record.key.id, grant: acme.system.grant())
        }
        func key(_ kind: APIKey.Kind) async throws -> Credential {
            try await services.keys.create(kind: kind, name: "Spare", grant: acme.system.grant()).1
        }
        let (ada, _) = try await signedIn("Ada")
        let (bob, bobs) = try await signedIn("Bob")
        let (cyd, cyds) = try await signedIn("Cyd")
        let console = try await site.signIn(acme.add("Dan", role: .admin), of: acme)
        let (pk, ik, sk) = (try await key(.publishable), try await key(.ingest), try await key(.secret))
        let event: JSONValue = ["events": [["outcome": "success"]]]
        return [
            Kind(name: "session token") {
                try await site.send(.get, "/api/v1/me", as: publishable.merging(Site.bearer(ada.token))).status
            } end: {
                try await end(ada)
            },
            Kind(name: "access token") {
                try await site.send(
                    .get,
                    "/auth/v1/user",
                    as: publishable.merging([.authorization: "Bearer \(bobs.accessToken)"])
                ).status
            } end: {
                try await end(bob)
            },
            Kind(name: "refresh token") {
                let body: JSONValue = ["refresh_token": .string(cyds.refreshToken)]
                return try await site.send(.post, "/api/v1/session/restoration", as: publishable, json: body).status
            } end: {
                try await end(cyd)
            },
            Kind(name: "console cookie") {
                try await site.send(.get, "/api/v1/tenants/acme/users", as: Site.cookie(console.token)).status
            } end: {
                try await end(console)
            },
            Kind(name: "publishable key") {
                try await site.send(.get, "/auth/v1/settings", as: [.apiKey: pk.text]).status
            } end: {
                try await revoke(pk)
            },
            Kind(name: "ingest key") {
                try await site.send(.post, "/ingest/v1/events", as: Site.bearer(ik), json: event).status
            } end: {
                try await revoke(ik)
            },
            Kind(name: "secret key") {
                try await site.send(.get, "/api/v1/tenants/acme/users", as: Site.bearer(sk)).status
            } end: {
                try await revoke(sk)
            },
        ]
    }

    @Test func `each single thing that is wrong with an access token is enough`() async throws {
        let site = try await Site()
        let user = try await site.acme.add("Ada")
        let services = site.services
        let signedIn = try await site.signIn(user, of: site.acme, kind: .app)
        let tokens = try await services.accessTokens.issue(
            for: signedIn.session,
            tenant: site.acme.tenant,
            method: .password
        )
        let parts = tokens.accessToken.split(separator: ".").map(String.init)
        let key: HTTPFields = [.apiKey: site.acme.creation.publishableKey.text]
        func code(_ token: String, key headers: HTTPFields? = nil) async throws -> String? {
            try await site.send(.get, "/api/v1/me", as: (headers ?? key).merging([.authorization: "Bearer \(token)"]))
                .code
        }
        func encoded(_ json: JSONValue) -> String { Base64URL.encode(json.serialized()) }
        let header = try JSONValue(parsing: #require(Base64URL.decode(parts[0]))).objectValue
        let payload = try JSONValue(parsing: #require(Base64URL.decode(parts[1])))
        var other = try #require(payload.objectValue)
        other["sub"] = .string(site.acme.tenant.id.description)
        let unsigned = encoded(["alg": "none", "typ": "JWT", "kid": header?["kid"] ?? .null])
        let symmetric = encoded(["alg": "HS256", "typ": "JWT", "kid": header?["kid"] ?? .null])

        #expect(try await code(tokens.accessToken) == nil)
        for token in [
            "\(unsigned).\(parts[1]).", "\(unsigned).\(parts[1]).\(parts[2])", "\(symmetric).\(parts[1]).\(parts[2])",
            "\(parts[0]).\(encoded(.object(other))).\(parts[2])", "\(parts[0]).\(parts[1]).\(encoded(["x": 1]))",
            "\(parts[0]).\(parts[1])", "\(parts[0]).\(parts[1]).\(parts[2]).x", String(repeating: ".", count: 8000),
        ] {
            #expect(try await code(token) == "session_unknown", "\(token.prefix(40))")
        }
        let globex: HTTPFields = [.apiKey: site.globex.creation.publishableKey.text]
        #expect(
            try await code(tokens.accessToken, key: globex) == "session_unknown",
            "of another tenant, with the right keys of its own"
        )
        site.installation.clock.advance(by: .minutes(11))
        #expect(try await code(tokens.accessToken) == "access_token_expired")
    }

    @Test func `64 users at once each get their own response`() async throws {
        let site = try await Site()
        var users: [(id: String, token: Credential)] = []
        for number in 0..<16 {
            let user = try await site.acme.add("Person \(number)")
            users.append((user.id.description, try await site.signIn(user, of: site.acme, kind: .app).token))
        }
        let key: HTTPFields = [.apiKey: site.acme.creation.publishableKey.text]

        let wrong = try await withThrowingTaskGroup(of: String?.self) { group in
            for number in 0..<256 {
                let user = users[number % users.count]
                group.addTask {
                    guard number % 5 > 0 else {
                        let status = try await site.send(.get, "/api/v1/me", as: key).status
                        return status == 401 ? nil : "a request without a session got \(status)"
                    }
                    let answer = try await site.send(.get, "/api/v1/me", as: key.merging(Site.bearer(user.token)))
                    return try answer.json["id"]?.stringValue == user.id ? nil : "\(user.id) got \(answer.text)"
                }
            }
            return try await group.reduce(into: [String]()) { if let text = $1 { $0.append(text) } }
        }

        #expect(wrong == [])
    }

    @Test func `a cookie is never in an answer that may be kept`() async throws {
        let server = try await AppServer()
        let client = BetterAuthClient(server)
        let first = try await client.post(
            "sign-up/email",
            #"{"name":"Ada","email":"ada@example.com","password":"correct horse battery"}"#
        )
        let cookie = try #require(first.headers[.setCookie]).prefix { $0 != ";" }

        var answers = [first, try await client.signIn()]
        for path in ["sign-out", "revoke-sessions"] {
            answers.append(
                try await client.post(path, headers: [.cookie: String(cookie), .origin: "http://localhost:8080"])
            )
        }

        for answer in answers where answer.headers[.setCookie] != nil {
            #expect(answer.headers[.cacheControl] == "no-store")
        }
        #expect(answers.count { $0.headers[.setCookie] != nil } >= 3)
    }

    @Test func `a cookie that was kept from before signing out opens nothing`() async throws {
        let server = try await AppServer()
        let client = BetterAuthClient(server)
        let first = try await client.post(
            "sign-up/email",
            #"{"name":"Ada","email":"ada@example.com","password":"correct horse battery"}"#
        )
        let cookie = String(try #require(first.headers[.setCookie]).prefix { $0 != ";" })
        #expect(try await client.get("get-session", headers: [.cookie: cookie]).text != "null")

        _ = try await client.post("sign-out", headers: [.cookie: cookie, .origin: "http://localhost:8080"])

        #expect(try await client.get("get-session", headers: [.cookie: cookie]).text == "null")
        #expect(try await client.get("list-sessions", headers: [.cookie: cookie]).status == 401)
    }

    @Test func `each sign-in is a session of its own, whatever came with the request`() async throws {
        let client = BetterAuthClient(try await AppServer())
        let first = try await client.signUp()
        let body = #"{"email":"ada@example.com","password":"correct horse battery"}"#

        let second = try #require(try await client.post("sign-in/email", body, token: first).json["token"]?.stringValue)

        #expect(second != first)
        let sessions = try #require(try await client.get("list-sessions", token: second).json.arrayValue)
        #expect(Set(sessions.map { $0["id"]?.stringValue }).count == 2)
    }
}

extension APIKey.Kind {
    /// The kind with this prefix; secret for what is none.
    fileprivate init(_ prefix: Credential.Prefix) {
        self = Self.allCases.first { $0.prefix == prefix } ?? .secret
    }
}
