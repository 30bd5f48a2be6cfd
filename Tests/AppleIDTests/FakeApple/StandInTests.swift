import Crypto
import Domain
import FakeApple
import Fixtures
import Foundation
import StrictJSON
import Testing

/// Checks that the fake Apple is as strict as Apple: otherwise tests with it prove nothing.
@Suite struct StandInTests {
    private let site: AppleSite
    private let browser: Browser

    init() async throws {
        site = try await AppleSite()
        browser = Browser(apple: site.apple)
    }

    @Test(arguments: WrongSecret.all)
    func `a client secret with one thing wrong is refused`(_ wrong: WrongSecret) async throws {
        let good = try secret { _, _ in }
        #expect(try await error(of: good) == "unsupported_grant_type")

        #expect(try await error(of: secret(wrong.change)) == "invalid_client")
    }

    @Test func `a client secret with a signature in DER is refused`() async throws {
        let secret = try secret({ _, _ in }, signature: { $0.derRepresentation })

        #expect(try await error(of: secret) == "invalid_client")
    }

    @Test func `a client secret of another key is refused`() async throws {
        let secret = try secret({ _, _ in }, key: P256.Signing.PrivateKey())

        #expect(try await error(of: secret) == "invalid_client")
        #expect(site.apple.latestRejection?.hasPrefix("wrong key") == true)
    }

    @Test func `JSON is not taken for a form`() async throws {
        let page = try await browser.post(
            "/auth/token",
            body: "{\"grant_type\":\"refresh_token\"}",
            type: "application/json"
        )

        #expect(page.status == 400)
        #expect(page.text.contains("unsupported_grant_type"))
    }

    @Test(arguments: ["grant_type=a&grant_type=b", "grant_type=%zz", "grant_type=%ff", "%"])
    func `a form that cannot be read is the sender's fault`(_ body: String) async throws {
        let page = try await browser.post("/auth/token", body: body)

        #expect(page.status == 400)
        #expect(page.text.contains("invalid_request"))
    }

    @Test func `requests are counted by address`() async throws {
        _ = try await browser.get("/auth/keys", [])
        _ = try await browser.get("/auth/keys", [])
        _ = try await browser.post("/auth/revoke", [])

        #expect(site.apple.requests(to: .keys) == 2)
        #expect(site.apple.requests(to: .revoke) == 1)
        #expect(site.apple.requests == 3)
    }

    @Test func `a notification is posted where it should go`() async throws {
        let receiver = try await FakeApple.start()

        let status = try await site.apple.notify(
            "consent-revoked",
            about: site.ada,
            clientID: AppleSite.app,
            at: receiver.url + "/auth/revoke"
        )

        #expect(status == 400)
        #expect(receiver.requests(to: .revoke) == 1)
        await receiver.stop()
    }

    private func error(of secret: String) async throws -> String? {
        let page = try await browser.post("/auth/token", [("client_id", AppleSite.app), ("client_secret", secret)])
        return try JSONValue(parsing: page.text.utf8)["error"]?.stringValue
    }

    /// A client secret of the team, changed before it is signed.
    private func secret(
        _ change: (inout JSONObject, inout JSONObject) -> Void,
        key: P256.Signing.PrivateKey? = nil,
        signature: (P256.Signing.ECDSASignature) -> Data = { $0.rawRepresentation }
    ) throws -> String {
        var header: JSONObject = ["alg": "ES256", "kid": .string(site.team.keyID)]
        var claims: JSONObject = [
            "iss": .string(site.team.teamID), "sub": .string(AppleSite.app), "aud": "https://appleid.apple.com",
            "iat": .integer(site.seconds), "exp": .integer(site.seconds + 300),
        ]
        change(&header, &claims)
        let key = try key ?? P256.Signing.PrivateKey(pemRepresentation: site.team.privateKey)
        let text = "\(Base64URL.encode(header.serialized())).\(Base64URL.encode(claims.serialized()))"
        return "\(text).\(Base64URL.encode(signature(try key.signature(for: Data(text.utf8)))))"
    }
}

/// One change that spoils a client secret.
struct WrongSecret: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout JSONObject, inout JSONObject) -> Void

    init(_ name: String, _ change: @escaping @Sendable (inout JSONObject, inout JSONObject) -> Void) {
        testDescription = name
        self.change = change
    }

    static let all: [WrongSecret] = [
        WrongSecret("HS256 in the header") { header, _ in header["alg"] = "HS256" },
        WrongSecret("no key id") { header, _ in header["kid"] = nil },
        WrongSecret("an unknown key id") { header, _ in header["kid"] = "AAAAAAAAAA" },
        WrongSecret("another team") { _, claims in claims["iss"] = "AAAAAAAAAA" },
        WrongSecret("another client") { _, claims in claims["sub"] = "com.example.web" },
        WrongSecret("another audience") { _, claims in claims["aud"] = "https://account.apple.com" },
        WrongSecret("no end") { _, claims in claims["exp"] = nil },
        WrongSecret("an end in the past") { _, claims in
            claims["iat"] = .integer((claims["iat"]?.integerValue ?? 0) - 600)
            claims["exp"] = .integer((claims["exp"]?.integerValue ?? 0) - 300)
        },
        WrongSecret("a life of more than half a year") { _, claims in
            claims["exp"] = .integer((claims["iat"]?.integerValue ?? 0) + 15_777_001)
        },
        WrongSecret("an issue in the future") { _, claims in
            claims["iat"] = .integer((claims["iat"]?.integerValue ?? 0) + 120)
        },
    ]
}
