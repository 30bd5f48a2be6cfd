import Crypto
import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Synchronization
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import Operations
@testable import TelemetryAPI
@testable import WebCore
@testable import WebFixtures

/// Has every route answer in every way that its description names. Each answer is held against the description by
/// `Site`.
@Suite struct DescribedAnswersTests {
    /// Responses that a request cannot cause, or only by waiting, and that of the connection, which `GuardedServerTests` has.
    private static let outOfReach: Set = [500, 408, 504, 414]

    @Test func `every status that is described can be had`() async throws {
        let statuses = Statuses()

        // Every route, asked by everyone.
        for cell in try await AccessWalk.whole.value.cells where cell.route.isDescribed {
            statuses.add(cell.route.operation ?? "", cell.status)
        }
        try await signInWell(statuses)
        try await proveMailboxes(statuses)
        try await checkTokens(statuses)
        try await operate(statuses)
        try await rejectManagement(statuses)
        try await rejectApps(statuses)
        try await hearFromApple(statuses)
        try await rejectTokenClients(statuses)
        try await administerByBetterAuth(statuses)
        try await keepAccountWell(statuses)
        try await linkWell(statuses)
        try await takeTurnsWell(statuses)
        try await rejectAccounts(statuses)
        try await speakGoTrueWell(statuses)
        try await rejectGoTrue(statuses)
        try await rejectFloods(statuses)
        try await rejectWithoutDatabase(statuses)

        let described = try await Self.described()
        #expect(described.subtracting(statuses.all).sorted() == [])
        #expect(statuses.all.subtracting(described).sorted() == [])
    }

    private static func described() async throws -> Set<String> {
        let site = try await Site()
        let document = try await site.description()
        var described: Set<String> = []
        for route in site.list.routes where route.isDescribed {
            let operation = document["paths"]?[route.path]?[route.method.rawValue.lowercased()]
            for status in try #require(operation?["responses"]?.objectValue).names.compactMap(Int.init)
            where !outOfReach.contains(status) {
                described.insert("\(route.operation ?? "") \(status)")
            }
        }
        return described
    }

    // MARK: Success

    private func signInWell(_ statuses: Statuses) async throws {
        let site = try await Site()
        let kim = try await site.acme.add("Kim")
        let user: JSONValue = ["email": "kim@acme.example", "password": .string(TestTenant.password)]
        for (name, operation) in [("new", "betterAuthSignUp"), ("newer", "betterAuthSignUpBare")] {
            let body: JSONValue = [
                "name": "Ada", "email": .string("\(name)@acme.example"), "password": .string(TestTenant.password),
            ]
            for _ in 1...2 { statuses.add(operation, try await site.app(operation, json: body)) }
        }
        for operation in ["betterAuthSignIn", "betterAuthSignInBare"] {
            statuses.add(operation, try await site.app(operation, json: user))
        }
        try await site.acme.turnOnApple()
        statuses.add("betterAuthSocialSignIn", try await site.app("betterAuthSocialSignIn", json: Site.appleSignIn))
        for operation in [
            "ListSessions", "GetSession", "RevokeSession", "RevokeOtherSessions", "RevokeSessions", "SignOut", "OK",
        ] {
            let token = try await site.signIn(kim, of: site.acme, kind: .app).token
            statuses.add(
                "betterAuth\(operation)",
                try await site.app(
                    "betterAuth\(operation)",
                    token: token,
                    json: operation == "RevokeSession" ? ["token": "x"] : nil
                )
            )
        }
    }

    private func proveMailboxes(_ statuses: Statuses) async throws {
        let site = try await Site()
        let (kim, vic) = (try await site.acme.add("Kim"), try await site.acme.add("Vic"))
        func link(_ purpose: OneTimeLink.Purpose, _ user: User, newEmail: String? = nil) async throws -> String {
            try await site.services.links.make(
                LinkDraft(purpose, newEmail: newEmail),
                for: user.id,
                grant: site.acme.system.grant()
            ).token.text
        }
        func app(_ operation: String, _ json: JSONValue, token: Credential? = nil) async throws {
            statuses.add(operation, try await site.app(operation, token: token, json: json))
        }
        for operation in ["betterAuthRequestPasswordReset", "betterAuthForgetPassword", "betterAuthSendVerification"] {
            try await app(operation, ["email": "kim@acme.example"])
        }
        try await app(
            "betterAuthResetPassword",
            ["newPassword": "another horse battery", "token": .string(try await link(.resetPassword, vic))]
        )
        let verify = try site.path("betterAuthVerifyEmail")
        let key: HTTPFields = [.apiKey: site.acme.creation.publishableKey.text]
        for more in ["&callbackURL=/x", ""] {
            let token = try await link(.verifyEmail, kim)
            statuses.add("betterAuthVerifyEmail", try await site.send(.get, "\(verify)?token=\(token)\(more)", key))
        }
        try await app("betterAuthUseVerification", ["token": .string(try await link(.verifyEmail, kim))])
        let taken = try await link(.changeEmail, kim, newEmail: "vic@acme.example")
        try await app("betterAuthUseVerification", ["token": .string(taken)])
        let token = try await site.signIn(kim, of: site.acme, kind: .app).token
        func move(_ email: String, _ password: String) async throws {
            try await app(
                "betterAuthChangeEmail",
                ["newEmail": .string(email), "password": .string(password)],
                token: token
            )
        }
        try await move("vic@acme.example", TestTenant.password)
        try await app(
            "betterAuthChangePassword",
            ["newPassword": "another horse battery", "currentPassword": .string(TestTenant.password)],
            token: token
        )
        try await move("kimberly@acme.example", "another horse battery")
    }

    private func checkTokens(_ statuses: Statuses) async throws {
        let site = try await Site()
        try await site.services.tenants.add(
            host: "gatehouse.example.com",
            to: site.acme.tenant.id,
            grant: site.installation.installationGrant
        )
        for route in site.list.routes where route.area == .tokens && !route.isWrite {
            let first = try await site.send(.get, route.inAcme, [:])
            let second = try await site.send(.get, route.inAcme, [.ifNoneMatch: first.headers[.eTag] ?? ""])
            for answer in [first, second] { statuses.add(route.operation ?? "", answer) }
        }
        for operation in ["introspectToken", "revokeToken"] {
            statuses.add(operation, try await site.tokens(operation, "token=abc"))
        }
    }

    private func hearFromApple(_ statuses: Statuses) async throws {
        let site = try await Site()
        try await site.acme.connectApple()
        let large = Array(repeating: UInt8(ascii: " "), count: 70_000)
        for (tenant, body) in [("acme", Array("a.b.c".utf8)), ("acme", []), ("acme", large), ("nobody", [])] {
            statuses.add(
                "takeAppleNotification",
                try await site.send(.post, "/t/\(tenant)/apple/notifications", [:], body: body)
            )
            statuses.add(
                "finishAppleSignIn",
                try await site.send(.post, "/t/\(tenant)/apple/callback", [:], body: body)
            )
            let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
            statuses.add(
                "finishAppleSignIn",
                try await site.send(.post, "/t/\(tenant)/apple/callback", form, body: body)
            )
        }
        for isKnown in [false, true] {
            statuses.add("finishAppleSignIn", try await Self.finished(site, isKnown: isKnown))
        }
    }

    /// A try that ends at Apple's page.
    private static func finished(_ site: Site, isKnown: Bool) async throws -> Site.Answer {
        try await site.acme.connectApple(webClientID: "com.example.app")
        try await site.acme.set { $0.methods = [.apple] }
        let started = try await site.services.appleWebFlow.begin(
            AppleFlowRequest(
                redirectURI: "https://gatehouse.example.com/t/acme/apple/callback",
                returnTo: "/",
                errorTo: "/"
            ),
            in: site.acme.context()
        )
        let state = started.address.split(separator: "&").first { $0.hasPrefix("state=") } ?? ""
        return try await site.send(
            .post,
            "/t/acme/apple/callback",
            [
                .contentType: "application/x-www-form-urlencoded",
                .cookie: "__Host-gatehouse.apple=\(isKnown ? started.browser : "another")",
            ],
            body: Array("\(state)&error=user_cancelled_authorize".utf8)
        )
    }

    private func operate(_ statuses: Statuses) async throws {
        let site = try await Site(metricsToken: "a token for metrics")
        for operation in ["getLiveness", "getHealth", "getReadiness", "getDescription", "listCodes"] {
            statuses.add(operation, try await site.send(.get, site.path(operation)))
        }
        for code in ["keychain.locked", "none"] {
            statuses.add("getCode", try await site.send(.get, "/api/v1/codes/\(code)"))
        }
        for (operation, path) in [("listCodes", "/api/v1/codes"), ("getCode", "/api/v1/codes/keychain.locked")] {
            statuses.add(operation, try await site.send(.get, path, [.ifNoneMatch: "*"]))
        }
        site.readiness.beginDraining()
        statuses.add("getReadiness", try await site.send(.get, "/readyz"))
        statuses.add(
            "getMetrics",
            try await site.send(.get, "/metrics", [.authorization: "Bearer a token for metrics"])
        )
        statuses.add("getMetrics", try await site.send(.get, "/metrics", [:]))
        statuses.add("getCode", try await site.send(.get, "/api/v1/codes/%C2%84", [:]))
        statuses.add("getMetrics", try await Site().send(.get, "/metrics", [:]))

        try await export(statuses)
        try await takeEnvelopes(statuses)
        let few = try await Site(ingest: IngestLimits(eventsPerKey: 1))
        for operation in ["ingestEvents", "ingestAuthEvents"] {
            for _ in 1...2 {
                let key = operation == "ingestEvents" ? few.acme.creation.ingestKey : few.globex.creation.ingestKey
                let body: JSONValue = ["events": [["outcome": "success"], ["outcome": 7]]]
                statuses.add(
                    operation,
                    try await few.send(.post, few.path(operation), as: Site.bearer(key), json: body)
                )
            }
        }
    }

    private func export(_ statuses: Statuses) async throws {
        for operation in APIOperation.otlpOperations.map(\.id) {
            let few = try await Site(ingest: IngestLimits(eventsPerKey: 1))
            let path = try few.path(operation).replacing("{project}", with: "\(few.acme.tenant.number)")
            // One more than needed: on a busy machine the bucket has a token again.
            for _ in 1...3 {
                let answer = try await few.send(.post, path, as: Site.bearer(few.acme.creation.ingestKey), json: [:])
                statuses.add(operation, answer)
            }
        }
    }

    private func takeEnvelopes(_ statuses: Statuses) async throws {
        let few = try await Site(ingest: IngestLimits(eventsPerKey: 1))
        for (operation, house) in [("sentryEnvelope", few.acme), ("sentryStore", few.globex)] {
            for _ in 1...2 {
                let path = try few.path(operation).replacing("{project}", with: "\(house.tenant.number)")
                statuses.add(
                    operation,
                    try await few.send(.post, path, as: Site.bearer(house.creation.ingestKey), json: ["message": "m"])
                )
            }
        }
    }
}
