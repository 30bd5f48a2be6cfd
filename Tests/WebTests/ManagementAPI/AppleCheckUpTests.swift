import Crypto
import Domain
import FakeApple
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

/// Asking Apple whether a tenant's settings are right.
@Suite struct AppleCheckUpTests {
    private func checked(
        _ app: AppleApp,
        _ clientIDs: [String] = [AppleApp.app],
        team: String? = nil,
        key: String? = nil,
        privateKey: String? = nil,
        redirectURI: String? = nil
    ) async throws -> AppleCheckUp {
        try await app.acme.connectApple(
            clientIDs,
            teamID: team ?? app.team.teamID,
            keyID: key ?? app.team.keyID,
            privateKey: privateKey ?? app.team.privateKey
        )
        return try await app.acme.services.apple.check(redirectURI: redirectURI, grant: app.acme.system.grant())
    }

    @Test func `correct settings pass the test, which leaves no token and no alarm`() async throws {
        let app = try await AppleApp()

        let check = try await checked(
            app,
            [AppleApp.app, AppleApp.otherApp],
            redirectURI: "http://127.0.0.1:1/callback"
        )

        #expect(check.isGood && check.suspects.isEmpty && check.isRedirectKnown == true)
        #expect(check.findings.map(\.result) == [.good, .good])
        #expect(app.apple.liveRefreshTokens == 0)
        #expect(try await app.fault() == nil)
    }

    @Test func `a wrong key, team, client id and return URL are distinguished`() async throws {
        let app = try await AppleApp()

        let key = try await checked(app, privateKey: P256.Signing.PrivateKey().pemRepresentation)
        #expect(try await app.fault() != nil)
        let keyID = try await checked(app, key: "ZZZZZ99999")
        let team = try await checked(app, team: "ZZZZZ99999")
        let client = try await checked(app, ["com.example.none"])
        let one = try await checked(app, [AppleApp.app, "com.example.none"])
        let redirect = try await checked(app, redirectURI: "https://elsewhere.example/callback")

        #expect(
            key.suspects == [.key] && keyID.suspects == [.key] && team.suspects == [.team]
                && client.suspects == [.clientID]
        )
        #expect(one.suspects == [.clientID] && one.findings.map(\.result) == [.good, .rejected])
        #expect(redirect.suspects == [.redirectURI] && redirect.findings.map(\.result) == [.good])
        for check in [key, keyID, team, client, one, redirect] { #expect(!check.isGood) }
    }

    /// Apple itself returns no reason.
    @Test func `without a reason of Apple's everything that it can be is named`() async throws {
        let app = try await AppleApp()
        app.apple.inject(.error("invalid_client"), at: .token)

        #expect(try await checked(app).suspects == [.key, .team, .clientID])
    }

    @Test func `an Apple that is away is no proof of anything`() async throws {
        let app = try await AppleApp()
        app.apple.inject(.status(503))

        let check = try await checked(app, redirectURI: "https://elsewhere.example/callback")

        #expect(!check.isGood && check.suspects.isEmpty && check.isRedirectKnown == nil)
        #expect(check.findings.map(\.code) == ["apple.server.unavailable"])
        #expect(try await app.fault() == nil)
    }

    @Test func `it is asked for by the API, and not too often`() async throws {
        let site = try await Site()
        let path = "/api/v1/tenants/acme/apple/check"

        #expect(try await site.send(.post, path, json: [:]).code == "apple_not_connected")
        try await site.acme.connectApple()
        for _ in 1...10 {
            #expect(try await site.send(.post, path, json: [:]).json["findings"]?[0]?["result"] == "unavailable")
        }
        let conjuncts = String(repeating: "\u{915}\u{94D}", count: 1000)
        #expect(
            try await site.send(.post, path, json: ["redirect_uri": .string(conjuncts)]).fields == ["redirect_uri"]
        )
        #expect(try await site.send(.post, path, json: [:]).status == 429)
        #expect(try await site.send(.post, path, json: ["redirect_uri": 7]).fields == ["redirect_uri"])
    }
}
