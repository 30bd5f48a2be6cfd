import Domain
import FakeApple
import Fixtures
import Foundation
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

/// An app with four roles in which users sign in with Apple only.
@Suite struct AppleMimiSupplyTests {
    private let aDay = Duration.hours(29)

    private func restore(_ app: AppleApp, _ token: String) async throws -> AppServer.Answer {
        try await app.server.send(
            .post,
            "/api/v1/session/restoration",
            headers: [.apiKey: app.acme.creation.publishableKey.text, .authorization: "Bearer \(token)"]
        )
    }

    @Test
    func `identity token and authorization code: both are taken in one call, and Apple's token is kept encrypted`()
        async throws
    {
        let app = try await AppleApp()
        let code = app.apple.authorizationCode(for: app.ada, clientID: AppleApp.app)

        let answer = try await app.signIn(app.token(), adding: ["authorizationCode": .string(code)])

        let user = try #require(try await app.users().first)
        let kept = try #require(
            try await app.acme.installation.stores.apple.token(
                of: user.id,
                clientID: AppleApp.app,
                in: app.acme.tenant.id
            )
        )
        #expect(answer.status == 200 && app.apple.liveRefreshTokens == 1)
        #expect(!app.apple.isRefreshToken(in: kept))
        // Good for what Apple gave it for, when it is opened again.
        try await app.turn(after: aDay)
        #expect(app.acme.services.appleAnswers[.check, .good] == 1)
    }

    @Test func `automatic sign-in at start: what Apple says once a day ends the session with a reason to show`()
        async throws
    {
        let app = try await AppleApp()
        let token = try await app.enter()
        let atStart = try await restore(app, token)
        app.apple.withdrawConsent(of: app.ada, teamID: app.team.teamID)

        let before = try await restore(app, token)
        try await app.turn(after: aDay)
        let after = try await restore(app, token)

        #expect(try atStart.status == 200 && atStart.json["home_role"] == "customer", "\(atStart.text)")
        #expect(before.status == 200)
        #expect(after.status == 401 && after.code == "session_apple_withdrawn", "\(after.text)")
        #expect(try after.json["detail"]?.stringValue?.isEmpty == false)
    }

    @Test(arguments: [FakeFault.status(500), .drop, .garbage])
    func `Apple unreachable: no user is signed out`(_ fault: FakeFault) async throws {
        let app = try await AppleApp()
        let token = try await app.enter()
        app.apple.inject(fault)

        for _ in 1...7 {
            try await app.turn(after: aDay)
            let answer = try await restore(app, token)
            #expect(try answer.status == 200 && answer.json["home_role"] == "customer", "\(answer.text)")
        }
    }

    @Test func `admins troubleshoot: a failed sign-in is found by its code, and one that was cancelled is none`()
        async throws
    {
        let app = try await AppleApp()
        _ = try await app.signIn("a.b.c")
        let body = #"{"events":[{"id":"a","time":"2026-11-21T08:59:00Z","stage":"apple-sheet","outcome":"cancelled"}]}"#
        _ = try await app.server.send(
            .post,
            "/ingest/v1/events",
            headers: [.authorization: "Bearer \(app.acme.creation.ingestKey.text)", .contentType: "application/json"],
            body: Array(body.utf8)
        )

        let failed = try await app.attempts(.appleVerify)
        let all = try await app.attempts()

        #expect(failed.map(\.content.outcome) == [.rejected] && failed[0].code != nil, "\(failed)")
        #expect(failed[0].content.attributes.contains { $0.name == "auth.server.reason" })
        #expect(all.filter { $0.content.outcome == .failed || $0.content.outcome == .rejected }.count == 1)
    }
}
