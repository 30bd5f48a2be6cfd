import AppleID
import Domain
import FakeApple
import Fixtures
import Logging
import StrictJSON

@testable import UseCases

/// A fake Apple with one team, and our clients of it. It ends with the test that created it.
struct AppleSite: Sendable {
    static let app = "com.example.app"
    static let web = "com.example.web"

    let clock = TestClock()
    let apple: FakeApple
    let team: FakeTeam
    let connection: AppleConnection
    let keys: AppleKeyCache
    let tokens: AppleIdentityTokens
    let service: AppleTokenEndpoint
    let notifications: AppleNotifications

    /// A busy machine may take its time; tests of deadlines choose their own.
    static let patient = AppleConnection.Limits(keyDeadline: .seconds(600), tokenDeadline: .seconds(600))

    init(limits: AppleConnection.Limits = AppleSite.patient) async throws {
        let now: @Sendable () -> Timestamp = { [clock] in clock.now }
        apple = try await FakeApple.start(now: now)
        team = apple.register(clientIDs: [Self.app, Self.web])
        connection = AppleConnection(base: apple.url, limits: limits)
        keys = AppleKeyCache(
            connection: connection,
            now: now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        tokens = AppleIdentityTokens(keys: keys, now: now)
        service = AppleTokenEndpoint(connection: connection, now: now)
        notifications = AppleNotifications(keys: keys, now: now)
    }

    var ada: FakeUser { FakeUser("ada") }
    var client: AppleClient { client(Self.app) }

    func client(_ id: String, team: FakeTeam? = nil) -> AppleClient {
        let team = team ?? self.team
        return AppleClient(clientID: id, teamID: team.teamID, keyID: team.keyID, privateKey: team.privateKey)
    }

    /// Ada's claims for the app, changed.
    func claims(_ change: (inout JSONObject) -> Void = { _ in }) -> JSONObject {
        var claims = apple.claims(of: ada, for: Self.app)
        change(&claims)
        return claims
    }

    func token(_ change: (inout JSONObject) -> Void = { _ in }) throws -> String {
        try apple.identityToken(claims(change))
    }

    func identity(_ token: String, expecting expectation: AppleExpectation? = nil) async throws -> AppleIdentity {
        try await tokens.identity(of: token, expecting: expectation ?? AppleExpectation(audiences: [Self.app]))
    }

    /// Why a token is refused; nil when it is not.
    func rejection(_ token: String, expecting expectation: AppleExpectation? = nil) async throws -> AppleTokenFailure? {
        do {
            _ = try await identity(token, expecting: expectation)
            return nil
        } catch let failure as AppleTokenFailure { return failure }
    }

    var seconds: Int64 { clock.now.milliseconds / 1000 }
}
