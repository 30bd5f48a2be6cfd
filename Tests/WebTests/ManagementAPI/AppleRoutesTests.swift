import Crypto
import Database
import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import UseCases
@testable import WebFixtures

@Suite struct AppleRoutesTests {
    private let path = "/api/v1/tenants/acme/apple"
    private static let key = P256.Signing.PrivateKey()

    private static func body(_ change: (inout JSONObject) -> Void = { _ in }) -> JSONValue {
        var body: JSONObject = [
            "team_id": "7F4XK2QW9B", "key_id": "ABCDE12345", "private_key": .string(key.pemRepresentation),
            "client_ids": ["com.example.app", "com.example.web"],
        ]
        change(&body)
        return .object(body)
    }

    @Test func `the private key is never returned, and is kept when it is omitted`() async throws {
        let site = try await Site()

        #expect(try await site.send(.get, path).json["team_id"] == .null)
        let set = try await site.send(.put, path, json: Self.body())
        let read = try await site.send(.get, path)
        let renamed = try await site.send(
            .put,
            path,
            json: Self.body {
                $0["private_key"] = nil
                $0["client_ids"] = ["com.example.other"]
            }
        )

        #expect(try set.status == 200 && read.json == set.json, "\(set.text)")
        let fingerprint = Hexadecimal.encode(Array(SHA256.hash(data: Self.key.publicKey.derRepresentation)))
        #expect(try read.json["key_fingerprint"]?.stringValue == fingerprint)
        #expect(!read.text.contains("PRIVATE") && !set.text.contains("PRIVATE"))
        #expect(
            try renamed.json["client_ids"] == ["com.example.other"]
                && renamed.json["key_fingerprint"]?.stringValue == fingerprint
        )
        let stored = try #require(try await site.installation.stores.apple.settings(of: site.acme.tenant.id))
        let place = AppleAdministration.place(of: site.acme.tenant.id)
        let opened = try await site.services.vault.open(stored.sealedKey, for: site.acme.tenant.id, place: place)
        #expect(String(decoding: opened, as: UTF8.self) == Self.key.pemRepresentation)
        let audit = try await site.services.audit.page(
            PageRequest(),
            filter: AuditFilter(),
            grant: site.acme.system.grant()
        )
        #expect(audit.items.filter { $0.action == .appleSettingsChanged }.count == 2)
        #expect(!audit.items.contains { "\($0.changes)".contains("PRIVATE") })
        #expect(
            try await site.send(.get, "/api/v1/tenants/globex/apple", as: Site.bearer(site.globex.creation.secretKey))
                .json["team_id"]
                == .null
        )
    }

    private static let faults: [(String, JSONValue)] = [
        ("team_id", "short"), ("key_id", "abcde12345"), ("client_ids", []), ("client_ids", ["a b"]),
        ("client_ids", ["a", "a"]),
        ("private_key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"),
        ("private_key", .string(P384.Signing.PrivateKey().pemRepresentation)), ("private_key", .null),
    ]

    @Test(arguments: faults)
    func `what cannot be right is refused with the field`(field: String, value: JSONValue) async throws {
        let site = try await Site()

        let answer = try await site.send(.put, path, json: Self.body { $0[field] = value })

        #expect(answer.status == 422 && answer.fields == [field], "\(answer.text)")
        #expect(try await site.installation.stores.apple.settings(of: site.acme.tenant.id) == nil)
    }

    @Test func `a key belongs to its id, so another id asks for its key`() async throws {
        let site = try await Site()
        _ = try await site.send(.put, path, json: Self.body())

        let answer = try await site.send(
            .put,
            path,
            json: Self.body {
                $0["private_key"] = nil
                $0["key_id"] = "ZZZZZ99999"
            }
        )

        #expect(answer.status == 422 && answer.fields == ["private_key"])
    }

    @Test func `the database keeps no settings without a client id`() async throws {
        let site = try await Site()
        _ = try await site.send(.put, path, json: Self.body())

        await #expect(throws: (any Error).self) {
            try await site.installation.tamper { try $0.execute("UPDATE apple_settings SET client_ids = '[]'") }
        }
    }
}
