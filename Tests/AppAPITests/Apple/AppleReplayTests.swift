import AppleID
import Domain
import FakeApple
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

/// The same token again, codes, and an Apple that is away.
@Suite struct AppleReplayTests {
    @Test func `a client that lost the answer sends the same token again and is the same person`() async throws {
        let app = try await AppleApp()
        let token = try app.token()

        let first = try await app.signIn(token)
        app.acme.installation.clock.advance(by: .seconds(299))
        let again = try await app.signInByGrant(token)

        #expect(first.status == 200 && again.status == 200 && first.user == again.user)
        #expect(try await app.users().count == 1)
    }

    private static let phone: HTTPFields = [
        .userAgent: "Stories/87 CFNetwork/1568.1 Darwin/24.0", .xDeviceModel: "iPhone16,1",
        .xDeviceName: "Ada’s iPhone",
    ]

    @Test(
        arguments: [
            ([:], true), ([.userAgent: "Stories/88 CFNetwork/1600 Darwin/25.0"], true), ([.xDeviceName: ""], true),
            ([.xDeviceName: "", .xDeviceModel: ""], true), ([.xDeviceName: "Eve’s iPhone"], false),
            ([.xDeviceModel: "iPhone17,2"], false), ([.userAgent: "curl/8.5.0"], false), ([.userAgent: ""], false),
        ] as [(HTTPFields, Bool)]
    )
    func `a repeated token opens a session for a device like the one that sent it first`(
        change: HTTPFields,
        isAlike: Bool
    ) async throws {
        for isAnonymous in [false, true] {
            let app = try await AppleApp { $0.isAnonymous = isAnonymous }
            let token = try app.token()

            let first = try await app.signIn(token, headers: Self.phone)
            let again = try await app.signIn(token, headers: Self.phone.merging(change))
            let owner = try await app.signIn(token, headers: Self.phone)

            #expect(first.status == 200 && owner.status == 200, "\(first.text) \(owner.text)")
            #expect(again.status == (isAlike ? 200 : 401), "\(again.text)")
            #expect(again.code == (isAlike ? nil : "INVALID_TOKEN"))
        }
    }

    @Test func `of devices that send one token at once, all that get a session are alike`() async throws {
        let app = try await AppleApp()
        let token = try app.token()
        let other: HTTPFields = [.userAgent: "curl/8.5.0"]

        // Whether the other device got the session; nil for a rejected request.
        let sessions = try await withThrowingTaskGroup(of: Bool?.self) { group in
            for number in 0..<12 {
                group.addTask {
                    let isOther = number % 2 == 0
                    let answer = try await app.signIn(token, headers: isOther ? other : Self.phone)
                    return answer.status == 200 ? isOther : nil
                }
            }
            return try await group.reduce(into: [Bool?]()) { $0.append($1) }.compactMap { $0 }
        }

        #expect(sessions.count == 6 && Set(sessions).count == 1)
    }

    @Test func `a token that linked an account opens no session for another device`() async throws {
        let app = try await AppleApp { $0.methods = [.apple, .password] }
        let client = BetterAuthClient(app.server)
        let (session, token) = (try await client.signUp("kim@example.com"), try app.token())
        let body = #"{"provider":"apple","idToken":{"token":"\#(token)"}}"#
        #expect(try await client.post("link-social", body, token: session, headers: Self.phone).status == 200)

        let thief = try await app.signIn(token, headers: [.userAgent: "curl/8.5.0"])
        let owner = try await app.signIn(token, headers: Self.phone)

        #expect(thief.status == 401 && thief.code == "INVALID_TOKEN", "\(thief.text)")
        #expect(owner.status == 200, "\(owner.text)")
    }

    @Test func `a replayed identity token is rejected`() async throws {
        let app = try await AppleApp()
        let token = try app.token()
        _ = try await app.signIn(token)

        app.acme.installation.clock.advance(by: .minutes(5))
        let (social, grant) = (try await app.signIn(token), try await app.signInByGrant(token))

        #expect(social.status == 401 && social.code == "INVALID_TOKEN")
        #expect(try grant.status == 400 && grant.json["error"] == "invalid request")
        #expect(try await app.attempts().filter { $0.code == "apple.idtoken.replayed" }.count == 2)
    }

    @Test func `a used identity token of a deleted user creates no account again`() async throws {
        let app = try await AppleApp()
        let token = try app.token()
        _ = try await app.signIn(token)
        let user = try #require(try await app.users().first)
        try await app.acme.services.users.delete(user.id, grant: app.acme.system.grant())

        #expect(try await app.signIn(token).code == "INVALID_TOKEN")
        #expect(try await app.users().isEmpty)
    }

    @Test func `many at once with one token are one person`() async throws {
        let app = try await AppleApp()
        let token = try app.token()

        let users = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<12 { group.addTask { try await app.signIn(token).user } }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }

        #expect(users.count == 1 && !users.contains(nil))
        #expect(try await app.users().count == 1)
    }

    @Test func `uses are forgotten once the token has expired`() async throws {
        let app = try await AppleApp()
        _ = try await app.signIn(app.token())

        #expect(
            try await app.acme.installation.stores.apple.forgetUses(before: app.acme.installation.clock.now, limit: 10)
                == 0
        )
        app.acme.installation.clock.advance(by: .days(2))
        #expect(
            try await app.acme.installation.stores.apple.forgetUses(before: app.acme.installation.clock.now, limit: 10)
                == 1
        )
    }

    @Test(arguments: [FakeFault.status(503), .drop, .garbage])
    func `while Apple is unavailable no user is signed out`(fault: FakeFault) async throws {
        let app = try await AppleApp()
        app.apple.inject(fault, at: .keys)

        let (social, grant) = (try await app.signIn(app.token()), try await app.signInByGrant(app.token()))

        #expect(social.status == 503 && social.headers[.retryAfter] != nil, "\(social.text)")
        #expect(grant.status == 503 && grant.headers[.retryAfter] != nil && grant.code == "unexpected_failure")
        #expect(
            try await app.attempts().allSatisfy { $0.code == "apple.jwks.unavailable" && $0.content.outcome == .failed }
        )
    }

    @Test func `the code beside the token is exchanged, and the refresh token is kept sealed`() async throws {
        let app = try await AppleApp()
        let code = app.apple.authorizationCode(for: app.ada, clientID: AppleApp.app)

        let answer = try await app.signInByGrant(app.token(), adding: ["authorization_code": .string(code)])

        let user = try #require(answer.user.flatMap { User.ID($0) })
        let sealed = try await app.acme.installation.stores.apple.token(
            of: user,
            clientID: AppleApp.app,
            in: app.acme.tenant.id
        )
        #expect(answer.status == 200 && sealed != nil && app.apple.liveRefreshTokens == 1)
        let verified = try await app.attempts().filter { $0.content[.name] == "apple.authorization_code" }
        #expect(verified.map(\.content.outcome) == [.success])
    }

    @Test(arguments: [
        (FakeFault.error("invalid_client"), "apple.token.invalid_client"),
        (.error("invalid_grant"), "apple.token.invalid_grant"),
        (.status(500), "apple.server.unavailable"),
    ])
    func `an authorization code that Apple rejects fails no sign-in and is recorded in the attempt`(
        fault: FakeFault,
        code: String
    ) async throws {
        let app = try await AppleApp()
        app.apple.inject(fault, at: .token)

        let answer = try await app.signIn(app.token(), adding: ["authorizationCode": "c0de"])

        #expect(answer.status == 200)
        let events = try await app.attempts().filter { $0.content[.name] == "apple.authorization_code" }
        #expect(events.map(\.code) == [code] && events.map(\.content.outcome) == [.degraded])
    }

    @Test func `an authorization code of another user is not stored for this one`() async throws {
        let app = try await AppleApp()
        let code = app.apple.authorizationCode(for: FakeUser("mallory"), clientID: AppleApp.app)

        let answer = try await app.signIn(app.token(), adding: ["authorizationCode": .string(code)])

        let user = try #require(answer.user.flatMap { User.ID($0) })
        #expect(
            try await app.acme.installation.stores.apple.token(of: user, clientID: AppleApp.app, in: app.acme.tenant.id)
                == nil
        )
        #expect(
            try await app.attempts().contains { $0.code == "apple.link.conflict" && $0.content.outcome == .degraded }
        )
    }
}
