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

@Suite struct TenantResolverTests {
    private let credentials = Array(#"{"email":"ada@acme.example","password":"correct horse battery"}"#.utf8)

    private func signIn(
        _ server: AppServer,
        _ headers: HTTPFields,
        host: String = "localhost:8080",
        from address: String = "203.0.113.9"
    ) async throws -> AppServer.Answer {
        try await server.send(
            .post,
            "/api/auth/sign-in",
            headers: headers.merging([.contentType: "application/json"]),
            body: credentials,
            host: host,
            from: address
        )
    }

    private func server(proxies: TrustedProxies = .none) async throws -> AppServer {
        let server = try await AppServer(proxies: proxies)
        try await server.acme.add("Ada")
        try await server.installation.services.tenants.add(
            host: "auth.acme.example",
            to: server.acme.tenant.id,
            grant: server.installation.installationGrant
        )
        return server
    }

    @Test(arguments: [HTTPField.Name.apiKey, .gatehouseKey])
    func `a publishable key names the tenant`(header: HTTPField.Name) async throws {
        let server = try await server()

        let own = try await signIn(server, [header: server.acme.creation.publishableKey.text])
        let other = try await signIn(server, [header: server.globex.creation.publishableKey.text])

        #expect(own.status == 200)
        #expect(try own.json["user"]?["email"] == "ada@acme.example", "\(own.text)")
        #expect(other.status == 401 && other.code == "INVALID_EMAIL_OR_PASSWORD", "\(other.text)")
    }

    @Test func `the same key twice is one key, two keys are refused`() async throws {
        let server = try await server()
        let acme = server.acme.creation.publishableKey.text

        let same = try await signIn(server, [.apiKey: acme, .gatehouseKey: acme])
        let different = try await signIn(
            server,
            [.apiKey: acme, .gatehouseKey: server.globex.creation.publishableKey.text]
        )

        #expect(same.status == 200)
        #expect(different.status == 400 && different.code == "BAD_REQUEST")
    }

    @Test func `only a publishable key that works is good`() async throws {
        let server = try await server()
        let creation = server.acme.creation
        let unknown = Credential(.publishableKey, tenant: creation.tenant.id, random: Array(repeating: 1, count: 32))

        for key in [creation.secretKey.text, creation.ingestKey.text, unknown.text, "", "gh_pk_", "x y"] {
            let answer = try await signIn(server, [.apiKey: key], host: "auth.acme.example")
            #expect(answer.status == 401 && answer.code == "INVALID_API_KEY")
            #expect(key.count < 10 || !answer.text.contains(key))
        }
    }

    @Test(arguments: ["auth.acme.example", "AUTH.acme.example:8443"])
    func `a host name of the tenant does without a key`(host: String) async throws {
        #expect(try await signIn(try await server(), [:], host: host).status == 200)
    }

    @Test(arguments: ["auth.globex.example", "localhost:8080", "[::1]:8080", "", "auth.acme.example.evil.example"])
    func `without a key or a host name of a tenant the request says too little`(host: String) async throws {
        let answer = try await signIn(try await server(), [:], host: host)

        #expect(answer.status == 400 && answer.code == "MISSING_API_KEY")
    }

    @Test func `a forwarded host name counts from a trusted proxy only`() async throws {
        let server = try await server(proxies: TrustedProxies("10.0.0.0/8"))
        let headers: HTTPFields = [.xForwardedHost: "auth.acme.example"]

        #expect(try await signIn(server, headers, from: "10.1.2.3").status == 200)
        let direct = try await signIn(server, headers, from: "203.0.113.9")
        #expect(direct.status == 400 && direct.code == "MISSING_API_KEY", "\(direct.text)")
    }

    @Test func `a suspended tenant admits no requests`() async throws {
        let server = try await server()
        let app = BetterAuthClient(server)
        let token = try #require(try await app.signIn("ada@acme.example").json["token"]?.stringValue)
        _ = try await server.installation.services.tenants.suspend(
            server.acme.tenant.id,
            grant: server.installation.installationGrant
        )

        for answer in [
            try await app.signIn("ada@acme.example"), try await app.get("get-session", token: token),
            try await signIn(server, [:], host: "auth.acme.example"),
        ] {
            #expect(answer.status == 403 && answer.code == "TENANT_SUSPENDED")
        }
    }

    @Test func `a revoked key is refused by the next request`() async throws {
        let server = try await server()
        let key = try #require(
            try await server.installation.services.authenticator.key(
                server.acme.creation.publishableKey.text,
                .publishable
            )
        )
        _ = try await server.installation.services.keys.revoke(key.key.id, grant: server.acme.system.grant())

        #expect(try await BetterAuthClient(server).signIn().code == "INVALID_API_KEY")
    }
}
