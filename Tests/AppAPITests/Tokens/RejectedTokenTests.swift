import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

/// A rejected token leaves its reason in the attempt, whatever the dialect of the request.
@Suite struct RejectedTokenTests {
    private static let attempt = "4bf92f3577b34da6a3ce929d0e0e4736"

    /// A request with a token of a user: how each dialect is asked for the user.
    enum Dialect: CaseIterable {
        case gatehouse, goTrue, betterAuth, restoration

        var method: HTTPRequest.Method { self == .restoration ? .post : .get }

        var path: String {
            switch self {
            case .gatehouse: "/api/v1/me"
            case .goTrue: "/auth/v1/user"
            case .betterAuth: "/api/auth/get-session"
            case .restoration: "/api/v1/session/restoration"
            }
        }

        var stage: Stage { self == .restoration ? .sessionRestore : .apiUse }
    }

    private let server: AppServer
    private let ada: User
    private let signedIn: SignedIn

    init() async throws {
        server = try await AppServer()
        ada = try await server.acme.add("Ada")
        signedIn = try await server.acme.signIn(ada)
    }

    private func accessToken() async throws -> String {
        try await server.acme.services.accessTokens.issue(
            for: signedIn.session,
            tenant: server.acme.tenant,
            method: .password
        ).accessToken
    }

    @discardableResult
    private func ask(
        _ dialect: Dialect,
        _ token: String,
        at tenant: TestTenant? = nil,
        in attempt: String = RejectedTokenTests.attempt,
        from address: String = "203.0.113.9"
    ) async throws -> AppServer.Answer {
        try await server.send(
            dialect.method,
            dialect.path,
            headers: [
                .apiKey: (tenant ?? server.acme).creation.publishableKey.text, .authorization: "Bearer \(token)",
                HTTPField.Name("traceparent")!: "00-\(attempt)-00f067aa0ba902b7-01",  // a token
            ],
            from: address
        )
    }

    /// The events of rejected tokens, and of rejected refreshes.
    private func events(of tenant: TestTenant? = nil) async throws -> [StoredEvent] {
        let tenant = tenant ?? server.acme
        try await tenant.services.attempts.flush()
        let now = server.installation.clock.now
        let query = EventQuery(from: now - .days(40), to: now + .days(1))
        let page = try await tenant.services.events.page(query, PageRequest(limit: 200), grant: tenant.system.grant())
        return page.items.filter { [.apiUse, .sessionRestore, .refresh].contains($0.content.stage) }
    }

    /// Checks that a request is one event: with this reason, of the attempt, and of Ada where the token is hers.
    private func expectOne(
        _ reason: String,
        _ dialect: Dialect,
        isOfAda: Bool,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ work: () async throws -> Void
    ) async throws {
        let before = Set(try await events().map(\.reference))
        try await work()
        let new = try await events().filter { !before.contains($0.reference) }
        let event = try #require(new.first, "\(dialect)", sourceLocation: sourceLocation)
        #expect(new.count == 1, "\(dialect) \(new)", sourceLocation: sourceLocation)
        #expect(event.content.outcome == .rejected && event.code != nil, sourceLocation: sourceLocation)
        #expect(event.content.source == .server && event.content.stage == dialect.stage, sourceLocation: sourceLocation)
        #expect(event.content.attempt == TraceID(Self.attempt), sourceLocation: sourceLocation)
        #expect(event.text("auth.server.reason") == reason, "\(dialect)", sourceLocation: sourceLocation)
        #expect(event.content[.user] == (isOfAda ? ada.id.description : nil), sourceLocation: sourceLocation)
        #expect(
            event.content[.session] == (isOfAda ? signedIn.session.id.description : nil),
            sourceLocation: sourceLocation
        )
    }

    @Test func `an accepted token leaves no event`() async throws {
        let access = try await accessToken()

        for dialect in Dialect.allCases {
            for token in [signedIn.token.text, access] where dialect != .betterAuth || token != access {
                let answer = try await ask(dialect, token)
                #expect(answer.status == 200 && answer.text != "null", "\(dialect) \(answer.text)")
            }
        }

        #expect(try await events().isEmpty)
    }

    @Test func `text that is no token of this server names nobody`() async throws {
        for dialect in Dialect.allCases {
            try await expectOne("malformed", dialect, isOfAda: false) { try await ask(dialect, "gh_s_nonsense") }
        }
        let unknown = Credential(.appSession, tenant: server.acme.tenant.id, random: Array(repeating: 7, count: 32))
            .text
        for dialect in Dialect.allCases {
            try await expectOne("not_found", dialect, isOfAda: false) { try await ask(dialect, unknown) }
        }
    }

    @Test(arguments: [Dialect.gatehouse, .goTrue, .restoration])
    func `a forged access token names nobody, an old one its user's attempt only`(_ dialect: Dialect) async throws {
        let access = try await accessToken()
        let forged = String(access.dropLast(6)) + "AAAAAA"

        try await expectOne("bad_signature", dialect, isOfAda: false) { try await ask(dialect, forged) }
        let header: JSONObject = ["alg": "ES256", "kid": "unknown", "typ": "JWT"]
        let parts = [Base64URL.encode(header.serialized())] + access.split(separator: ".").dropFirst().map(String.init)
        let unknown = parts.joined(separator: ".")
        try await expectOne("unknown_key", dialect, isOfAda: false) { try await ask(dialect, unknown) }
        server.installation.clock.advance(by: .hours(1))
        try await expectOne("expired", dialect, isOfAda: false) { try await ask(dialect, access) }
    }

    @Test(arguments: Dialect.allCases)
    func `a session that has ended says why, and whose it was`(_ dialect: Dialect) async throws {
        try await server.acme.services.sessions.end(signedIn.session.id, grant: server.acme.system.grant())

        try await expectOne("ended", dialect, isOfAda: true) { try await ask(dialect, signedIn.token.text) }

        #expect(try await events().map { $0.text("session.end_reason") } == ["revoked_by_administrator"])
    }

    @Test(arguments: Dialect.allCases)
    func `an unused session has expired`(_ dialect: Dialect) async throws {
        server.installation.clock.advance(by: .days(31))

        try await expectOne("expired", dialect, isOfAda: true) { try await ask(dialect, signedIn.token.text) }
    }

    @Test(arguments: Dialect.allCases)
    func `a token of another tenant is recorded where it was sent`(_ dialect: Dialect) async throws {
        try await ask(dialect, signedIn.token.text, at: server.globex)

        let events = try await events(of: server.globex)
        #expect(events.map { $0.text("auth.server.reason") } == ["other_tenant"], "\(dialect)")
        #expect(events.allSatisfy { $0.content[.user] == nil && $0.content[.session] == nil })
        #expect(try await self.events().isEmpty)
    }

    @Test(arguments: [Dialect.gatehouse, .goTrue, .restoration])
    func `an access token of another tenant is no forgery`(_ dialect: Dialect) async throws {
        try await ask(dialect, try await accessToken(), at: server.globex)

        let events = try await events(of: server.globex)
        #expect(events.map { $0.text("auth.server.reason") } == ["wrong_issuer"])
        #expect(events.allSatisfy { $0.content[.user] == nil && $0.content[.session] == nil })
    }

    @Test func `what Better Auth cannot read as a session token is recorded, and is no session`() async throws {
        let foreign = "\(signedIn.token.text).\(String(repeating: "A", count: 43))="
        for token in [foreign, try await accessToken()] {
            try await expectOne("malformed", .betterAuth, isOfAda: false) {
                let answer = try await ask(.betterAuth, token)
                #expect(answer.text == "null")
            }
        }
        try await expectOne("malformed", .betterAuth, isOfAda: false) {
            let answer = try await server.send(
                .get,
                Dialect.betterAuth.path,
                headers: [
                    .apiKey: server.acme.creation.publishableKey.text,
                    .cookie: "\(SessionCookie.plainName)=\(foreign)",
                    HTTPField.Name("traceparent")!: "00-\(Self.attempt)-00f067aa0ba902b7-01",  // a token
                ]
            )
            #expect(answer.text == "null")
        }
        let count = try await events().count
        let none = try await server.send(
            .get,
            Dialect.betterAuth.path,
            headers: [
                .apiKey: server.acme.creation.publishableKey.text, .cookie: "\(SessionCookie.plainName)=",
            ]
        )
        let after = try await events().count
        #expect(none.text == "null" && after == count)
    }

    @Test func `a client cannot fill the events with bad tokens, and its answers stay the same`() async throws {
        var answers: Set<String> = []
        for _ in 0..<70 { answers.insert(try await ask(.goTrue, "gh_s_nonsense").text) }

        #expect(answers.count == 1)
        #expect(try await events().count == 60)
        server.installation.clock.advance(by: .minutes(10))
        try await ask(.goTrue, "gh_s_nonsense")
        #expect(try await events().count == 61)
    }

    @Test func `bad tokens of one network do not hide why a session of it has ended`() async throws {
        for _ in 0..<70 { try await ask(.goTrue, "gh_s_nonsense") }
        try await server.acme.services.sessions.end(signedIn.session.id, grant: server.acme.system.grant())

        for _ in 0..<10 { try await ask(.gatehouse, signedIn.token.text) }

        let reasons = try await events().compactMap { $0.text("session.end_reason") }
        #expect(reasons == Array(repeating: "revoked_by_administrator", count: 6))

        try await ask(.gatehouse, signedIn.token.text, in: "0af7651916cd43dd8448eb211c80319c")
        let attempts = try await events().filter { $0.text("session.end_reason") != nil }.map(\.content.attempt)
        #expect(Set(attempts).count == 2 && attempts.count == 7)
    }

    @Test func `ended sessions of one network leave six hundred events, and do not hide those of another`() async throws
    {
        try await server.acme.services.sessions.end(signedIn.session.id, grant: server.acme.system.grant())
        func attempt(_ number: Int) -> String { Self.attempt.dropLast(4) + String(0x1000 + number, radix: 16) }
        func rejections() async throws -> Int {
            try await server.acme.services.attempts.flush()
            let now = server.installation.clock.now
            let query = EventQuery(from: now - .days(1), to: now + .days(1))
            let events = server.acme.services.events
            let histogram = try await events.histogram(query, grant: server.acme.system.grant())
            return histogram.columns.reduce(0) { $0 + ($1.counts[.rejected] ?? 0) }
        }

        for number in 0..<620 { try await ask(.gatehouse, signedIn.token.text, in: attempt(number)) }
        #expect(try await rejections() == 600)

        try await ask(.gatehouse, signedIn.token.text, in: attempt(700), from: "198.51.100.7")
        #expect(try await rejections() == 601)
    }

    @Test func `a rejected refresh says why, and whose session it was once the token is known to be ours`() async throws
    {
        let app = GoTrueClient(server)
        let first = try GoTrueClient.tokens(try await app.signIn("ada@acme.example"))
        let second = try GoTrueClient.tokens(try await app.refresh(first.refresh))
        _ = try GoTrueClient.tokens(try await app.refresh(second.refresh))
        server.installation.clock.advance(by: .minutes(2))

        _ = try await app.refresh(String(first.refresh.dropLast(4)) + "AAAA")
        _ = try await GoTrueClient(server, key: server.globex.creation.publishableKey).refresh(first.refresh)
        let foreign = try #require(try await events().first)
        _ = try await app.refresh(first.refresh)
        let reused = try #require(try await events().first { $0.reference != foreign.reference })
        _ = try await app.refresh(second.refresh)

        let reasons = try await events().map { $0.text("auth.server.reason") }
        #expect(reasons.sorted { ($0 ?? "") < ($1 ?? "") } == ["ended", "unknown", "used"])
        #expect(foreign.content[.user] == nil && foreign.content[.session] == nil)
        #expect(reused.content[.user] == ada.id.description && reused.content[.session] != nil)
        #expect(reused.text("refresh.class") != nil)
        #expect(reused.content.attributes.contains(EventAttribute("refresh.generations_behind", .integer(2))))
        #expect(reused.content.attributes.contains(EventAttribute("refresh.same_device", .bool(true))))
        #expect(try await events(of: server.globex).map { $0.text("auth.server.reason") } == ["other_tenant"])
    }
}

extension StoredEvent {
    fileprivate func text(_ name: String) -> String? {
        guard case .text(let text)? = content.attributes.first(where: { $0.name == name })?.value else { return nil }
        return text
    }
}
