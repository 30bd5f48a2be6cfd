import Domain
import Fixtures
import Foundation
import Testing
import UseCases
import WebCore

@testable import WebFixtures

/// A DSN is read by SDKs, each by its own rules.
@Suite struct DSNTests {
    private static let tenant = Tenant(
        id: Tenant.ID(UUID()),
        number: 7,
        slug: Tenant.Slug("acme")!,  // a slug
        name: "Acme",
        state: .active,
        createdAt: Timestamp(milliseconds: 0)
    )
    private static let ingestKey = Credential(.ingestKey, tenant: tenant.id, random: [UInt8](repeating: 250, count: 32))

    private static let addresses = [
        "https://gatehouse.example.com", "https://gatehouse.example.com:8443", "http://127.0.0.1:8080",
        "http://localhost:8080",
    ]

    private func dsn(at origin: String) throws -> (text: String, key: String) {
        let key = try #require(DSNKey(Self.ingestKey))
        return (PublicAddress(origin: origin).dsn(key, Self.tenant), key.text)
    }

    @Test(arguments: addresses) func `the SDK for JavaScript reads it`(origin: String) throws {
        let (dsn, key) = try dsn(at: origin)

        let rule = #/(?:(\w+):)\/\/(?:(\w+)(?::(\w+)?)?@)([\w.-]+)(?::(\d+))?\/(.+)/#
        let match = try #require(try rule.wholeMatch(in: dsn))
        #expect(String(match.2) == key && String(match.6) == "7")
    }

    @Test(arguments: addresses) func `the SDK for Apple's systems reads it`(origin: String) throws {
        let (dsn, key) = try dsn(at: origin)

        let url = try #require(URL(string: dsn))
        #expect(["http", "https"].contains(url.scheme) && url.host?.isEmpty == false)
        #expect(url.user == key && url.pathComponents.last == "7")
    }

    /// It takes the part before a colon of the user information, and the last segment of the path.
    @Test(arguments: addresses) func `the SDK for Java reads it`(origin: String) throws {
        let (dsn, key) = try dsn(at: origin)

        let parts = try #require(URLComponents(string: dsn))
        #expect(parts.percentEncodedUser == key && parts.percentEncodedPassword == nil)
        #expect(parts.path.split(separator: "/").last == "7" && parts.query == nil)
    }

    /// It reads the project as a number.
    @Test(arguments: addresses) func `the SDK for Python reads it`(origin: String) throws {
        let (dsn, key) = try dsn(at: origin)

        let parts = try #require(URLComponents(string: dsn))
        #expect(parts.user == key && Int(parts.path.dropFirst()) == 7)
    }

    @Test func `a key of a DSN has 32 hexadecimal digits and does not contain the ingest key`() throws {
        let key = try #require(DSNKey(Self.ingestKey))

        #expect(key.text.utf8.count == 32 && DSNKey(key.text) == key && DSNKey(key.text.uppercased()) == key)
        #expect(DSNKey(Self.ingestKey) == key)
        #expect(!Self.ingestKey.text.contains(key.text))
        for text in [
            "", "7", String(key.text.dropLast()), key.text + "0", "g" + key.text.dropFirst(),
            "é" + key.text.dropFirst(2),
        ] {
            #expect(DSNKey(text) == nil, "\(text)")
        }
    }
}
