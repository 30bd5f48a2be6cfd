import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import Web

/// An app that keeps nothing personal.
@Suite struct MySubGuardTests {
    @Test func `nothing personal stored: no address, no device name, no name, and pages and search work with ids`() async throws {
        let site = try await Site()
        _ = try await site.services.settings.change(expecting: nil, grant: site.acme.system.grant()) {
            $0.isAnonymous = true
            $0.methods = [.anonymous]
        }
        let headers: HTTPFields = [
            .apiKey: site.acme.creation.publishableKey.text, .xDeviceName: "Ada’s iPhone", .xDeviceModel: "iPhone16,1",
        ]
        let begun = try await site.send(.post, "/auth/v1/signup", as: headers, json: ["data": ["theme": "dark"]])
        let id = try #require(try begun.json["user"]?["id"]?.stringValue, "\(begun.text)")

        let users = try await site.send(.get, "/api/v1/tenants/acme/users?search=\(id)")
        let sessions = try await site.send(.get, "/api/v1/tenants/acme/users/\(id)/sessions")

        let user = try #require(try users.json["items"]?[0])
        #expect(user["email"] == .null && user["name"] == .null && user["is_anonymous"] == true)
        let session = try #require(try sessions.json["items"]?[0])
        #expect(session["address"] == .null && session["device"]?["name"] == .null && session["device"]?["model"] == "iPhone16,1")
        let audit = try await site.send(.get, "/api/v1/tenants/acme/audit")
        for text in [users.text, sessions.text, audit.text] { #expect(!text.contains("Ada’s iPhone")) }
    }
}
