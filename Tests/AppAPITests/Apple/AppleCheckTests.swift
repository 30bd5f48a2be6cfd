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

/// The daily question whether the person still wants the app.
@Suite struct AppleCheckTests {
    /// Longer than from one question to the next.
    private let aDay = Duration.hours(29)

    @Test func `Apple is asked once a day for each token and no more often`() async throws {
        let app = try await AppleApp()
        let token = try await app.enter()
        let before = app.apple.requests(to: .token)

        for _ in 1...3 { try await app.turn() }
        #expect(app.apple.requests(to: .token) == before)
        for day in 1...3 {
            try await app.turn(after: aDay)
            for _ in 1...2 { try await app.turn(after: .hours(1)) }
            #expect(app.apple.requests(to: .token) == before + day)
        }
        #expect(try await app.isSignedIn(token))
    }

    @Test func `a user who withdrew consent at Apple loses the sessions opened with Apple and no others`() async throws
    {
        let app = try await AppleApp { $0.methods = [.apple, .password] }
        let first = try await app.signInByGrant(
            app.token(),
            adding: ["authorization_code": .string(app.apple.authorizationCode(for: app.ada, clientID: AppleApp.app))]
        )
        let tokens = try GoTrueClient.tokens(first)
        let client = GoTrueClient(app.server)
        _ = try await client.send(.put, "user", #"{"password":"another horse battery"}"#, token: tokens.access)
        let other = try GoTrueClient.tokens(try await client.signIn(password: "another horse battery"))
        app.apple.withdrawConsent(of: app.ada, teamID: app.team.teamID)

        try await app.turn(after: aDay)

        #expect(try await client.refresh(tokens.refresh).code == "session_not_found")
        #expect(try await client.refresh(other.refresh).status == 200)
        let entry = try #require(try await app.audit(.appleWithdrawn).first)
        #expect(entry.actor == .system && entry.changes.contains { $0.field == "sessions_ended" && $0.after == "1" })
        #expect(try await app.attempts(.appleCheck).map(\.code) == ["apple.token.invalid_grant"])
        // Nothing is left to ask for.
        let asked = app.apple.requests(to: .token)
        try await app.turn(after: aDay)
        #expect(app.apple.requests(to: .token) == asked)
    }

    @Test func `a wrong key raises the alarm, signs no user out, and the right key ends it`() async throws {
        let app = try await AppleApp()
        let token = try await app.enter()
        app.apple.removeKey(app.team.keyID, from: app.team.teamID)

        try await app.turn(after: aDay)

        let fault = try #require(try await app.fault())
        #expect(fault.code == "apple.token.invalid_client" && fault.clientID == AppleApp.app)
        #expect(try await app.isSignedIn(token))
        #expect(app.acme.services.appleAnswers[.check, .invalidClient] == 1)
        #expect(try await app.attempts(.appleClient).map(\.code) == ["apple.token.invalid_client"])

        let right = app.apple.addKey(to: app.team.teamID)
        try await app.acme.connectApple(
            [AppleApp.app],
            teamID: right.teamID,
            keyID: right.keyID,
            privateKey: right.privateKey
        )
        #expect(try await app.fault() == nil)
        try await app.turn(after: aDay)
        #expect(app.acme.services.appleAnswers[.check, .good] == 1)
        #expect(try await app.isSignedIn(token))
    }

    @Test func `while the alarm is raised the tenant's other users are not checked at Apple`() async throws {
        let app = try await AppleApp()
        for number in 1...12 { _ = try await app.enter(FakeUser("person\(number)")) }
        app.apple.inject(.error("invalid_client"), at: .token)
        let before = app.apple.requests(to: .token)

        try await app.turn(after: aDay)

        // Those of the first step are asked for together.
        #expect((1...8).contains(app.apple.requests(to: .token) - before))
        app.apple.inject(nil, at: .token)
        try await app.turn(after: .hours(2))
        #expect(
            app.acme.services.appleAnswers[.check, .good] == 12 - app.acme.services.appleAnswers[.check, .invalidClient]
        )
        #expect(try await app.fault() == nil)
    }

    @Test(arguments: [FakeFault.status(503), .status(429), .drop, .garbage, .redirect("http://127.0.0.1:1/")])
    func `an Apple that is away changes nothing`(fault: FakeFault) async throws {
        let app = try await AppleApp()
        let token = try await app.enter()
        app.apple.inject(fault, at: .token)

        try await app.turn(after: aDay)

        #expect(app.acme.services.appleAnswers[.check, .unavailable] == 1)
        #expect(try await app.isSignedIn(token))
        #expect(try await app.fault() == nil)
        app.apple.inject(nil, at: .token)
        try await app.turn(after: aDay)
        #expect(app.acme.services.appleAnswers[.check, .good] == 1)
    }

    @Test(arguments: ["invalid_request", "unauthorized_client", "unsupported_grant_type", "invalid_scope", "who_knows"])
    func `no other refusal of Apple's signs anyone out`(error: String) async throws {
        let app = try await AppleApp()
        let token = try await app.enter()
        app.apple.inject(.error(error), at: .token)

        try await app.turn(after: aDay)

        #expect(app.acme.services.appleAnswers[.check, .rejected] == 1)
        #expect(try await app.isSignedIn(token))
    }

    @Test func `tokens of another team are not checked, so that a team transfer signs no user out`() async throws {
        let app = try await AppleApp()
        let token = try await app.enter()
        app.clock.advance(by: .minutes(1))
        let team = app.apple.register(clientIDs: [AppleApp.app])
        try await app.acme.connectApple(
            [AppleApp.app],
            teamID: team.teamID,
            keyID: team.keyID,
            privateKey: team.privateKey
        )
        let before = app.apple.requests(to: .token)

        try await app.turn(after: aDay)

        #expect(app.apple.requests(to: .token) == before)
        #expect(try await app.isSignedIn(token))
    }
}
