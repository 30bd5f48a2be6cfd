import Database
import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Synchronization
import Testing
import WebCore

@testable import AppAPI
@testable import UseCases
@testable import WebFixtures

/// A new session is handed over to its client, or ends.
@Suite struct SessionHandoverTests {
    private static let body = Array(#"{"email":"kim@acme.example","password":"\#(TestTenant.password)"}"#.utf8)

    /// The statement that reads the sign-in methods of a user's profile.
    private static let profile = "SELECT user_id, provider, subject"

    private func signIn(_ site: Site, _ path: String, adding more: HTTPFields = [:]) async throws -> Site.Answer {
        var headers: HTTPFields = [
            .apiKey: site.acme.creation.publishableKey.text, .contentType: "application/json",
        ]
        for field in more { headers.append(field) }
        return try await site.send(.post, path, headers, body: Self.body)
    }

    private func sessions(_ site: Site) async throws -> [SessionSummary] {
        try await site.services.sessions.page(SessionFilter(), PageRequest(), grant: site.acme.system.grant()).items
    }

    @Test(arguments: [
        "INSERT INTO session_refresh", Self.profile, "UPDATE identities SET last_used_at",
        "DELETE FROM sign_in_failures",
    ])
    func `a session that cannot be handed over ends, and does not count`(statement: String) async throws {
        let outage = Outage(of: statement)
        let site = try await Site(observer: outage)
        try await site.acme.add("Kim")
        try await site.acme.set { ($0.sessionsPerUser, $0.sessionLimitAction) = (1, .reject) }
        outage.begin()

        let answer = try await signIn(site, "/auth/v1/token?grant_type=password")

        #expect(answer.status == 500 || answer.status == 503, "\(answer.text)")
        #expect(!answer.text.contains("access_token"))
        let session = try #require(try await sessions(site).first)
        #expect(try await sessions(site).count == 1 && session.session.endReason == .signedOut)
        let entry = try #require(
            try await site.services.audit.page(PageRequest(), grant: site.acme.system.grant()).items.first
        )
        #expect(entry.action == .sessionEnded && entry.target?.id == session.session.id.description)
        outage.end()
        #expect(try await signIn(site, "/auth/v1/token?grant_type=password").status == 200)
        #expect(try await sessions(site).filter { $0.session.endReason == nil }.count == 1)
    }

    private func events(_ site: Site) async throws -> [StoredEvent] {
        try await site.services.attempts.flush()
        let now = site.installation.clock.now
        let query = EventQuery(from: now - .days(1), to: now + .days(1))
        return try await site.services.events.page(query, PageRequest(), grant: site.acme.system.grant()).items
    }

    @Test(arguments: [
        ("INSERT INTO session_refresh", Outcome.failed, true), ("DELETE FROM sign_in_failures", .failed, false),
        ("nothing", .success, true),
    ])
    func `a sign-in is one step, which failed when the client got no session`(
        statement: String,
        outcome: Outcome,
        namesSession: Bool
    ) async throws {
        let outage = Outage(of: statement)
        let site = try await Site(observer: outage)
        try await site.acme.add("Kim")
        outage.begin()
        let trace: HTTPFields = [
            HTTPField.Name("traceparent")!: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        ]  // a token

        _ = try await signIn(site, "/auth/v1/token?grant_type=password", adding: trace)

        let events = try await events(site)
        #expect(events.map(\.content[.name]) == ["auth.sign_in"] && events.map(\.content.outcome) == [outcome])
        #expect(events.first?.content[.provider] == "password")
        #expect(events.first?.content.attempt == TraceID("4bf92f3577b34da6a3ce929d0e0e4736"))
        #expect((events.first?.content[.session] != nil) == namesSession)
        #expect(events.first?.code == (outcome == .failed ? "server.error" : nil))
    }

    @Test func `a step that is written already is followed by one that failed`() async throws {
        struct Failure: Error {}
        let site = try await Site()
        let signedIn = try await site.acme.signIn(site.acme.add("Kim"))
        _ = try await events(site)

        await #expect(throws: Failure.self) {
            try await site.services.sessionOpener.handingOver(signedIn, in: site.acme.context()) { throw Failure() }
        }

        let later = try await events(site).filter { $0.content.outcome == .failed }
        #expect(later.map(\.content[.name]) == ["auth.session_handover"])
        #expect(later.map(\.content[.provider]) == ["password"] && later.map(\.code) == ["server.error"])
        #expect(later.map(\.content[.session]) == [signedIn.session.id.description])
    }

    @Test func `a try whose result is not known, because a store was away, is no failure`() async throws {
        // The row of a user whose password was right.
        let outage = Outage(of: "i.secret AS secret FROM users")
        let site = try await Site(observer: outage)
        try await site.acme.add("Kim")
        outage.begin()

        let answer = try await signIn(site, "/auth/v1/token?grant_type=password")

        #expect(answer.status == 500 || answer.status == 503, "\(answer.text)")
        let failures = try await site.installation.control.read(.installation("test")) { transaction in
            try transaction.rows("SELECT failures FROM sign_in_failures WHERE failures > 0").count
        }
        #expect(failures == 0)
    }

    @Test func `a session that was handed over lives, and an error of the work is passed on`() async throws {
        struct Failure: Error {}
        let acme = try await TestTenant("acme", in: Installation())
        let signedIn = try await acme.signIn(acme.add("Kim"))
        let opener = acme.services.sessionOpener

        let tokens = try await opener.handingOver(signedIn, in: acme.context()) {
            try await acme.services.accessTokens.issue(for: signedIn.session, tenant: acme.tenant, method: .password)
        }
        #expect(try await acme.services.authenticator.session(signedIn.token.text, in: acme.tenant.id) != nil)
        #expect(!tokens.accessToken.isEmpty)

        await #expect(throws: Failure.self) {
            try await opener.handingOver(signedIn, in: acme.context()) { throw Failure() }
        }
        #expect(try await acme.services.authenticator.session(signedIn.token.text, in: acme.tenant.id) == nil)
    }

    @Test(arguments: ["/auth/v1/token?grant_type=password", "/api/auth/sign-in/email"])
    func `a sign-in reads the tenant's settings and the user's profile once`(path: String) async throws {
        let reads = StatementTexts()
        let site = try await Site(observer: reads)
        try await site.acme.add("Kim")
        try await site.acme.set { $0.multiSession = true }
        _ = try await signIn(site, path, adding: [.origin: Site.origin])
        _ = reads.take()

        let answer = try await signIn(site, path, adding: [.origin: Site.origin])

        #expect(answer.status == 200)
        let texts = reads.take()
        #expect(texts.count { $0.hasPrefix("SELECT version, methods") } == 1)
        #expect(texts.count { $0.hasPrefix(Self.profile) } == (path.hasPrefix("/auth/v1") ? 1 : 0))
    }

    @Test func `a sign-in records when the password was last used`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let kim = try await acme.add("Kim")
        acme.installation.clock.advance(by: .days(2))

        let session = try await acme.signIn(kim).session

        let profile = try await acme.services.accountSelfService.profile(of: kim.id, in: acme.tenant.id)
        #expect(profile.identities.map(\.lastUsedAt) == [session.createdAt])
    }

    @Test func `only a browser, whose requests have an origin, keeps a cookie for each user`() async throws {
        let site = try await Site()
        try await site.acme.add("Kim")
        try await site.acme.set { $0.multiSession = true }
        let path = "/api/auth/sign-in/email"

        let app = try await signIn(site, path)
        let page = try await signIn(site, path, adding: [.origin: Site.origin])

        #expect(app.headers[values: .setCookie].count { $0.contains("_multi-") } == 0)
        #expect(page.headers[values: .setCookie].count { $0.contains("_multi-") } == 1)
    }

    @Test func `cookies and forms are signed with keys of their own, which a new version does not change`() async throws
    {
        let installation = try await Installation()

        #expect(installation.services.cookieKey == installation.root.derived(for: .cookie))
        #expect(installation.services.formKey == installation.root.derived(for: .csrf))
    }

    @Test func `tokens, their issuer's description and links name the address of the server`() async throws {
        let site = try await Site()
        let kim = try await site.acme.add("Kim")

        let answer = try await signIn(site, "/auth/v1/token?grant_type=password")

        let token = try #require(answer.json["access_token"]?.stringValue)
        let claims = try await site.services.accessTokens.claims(of: token, in: site.acme.tenant)
        #expect(claims.all["iss"]?.stringValue == "\(Site.origin)/t/acme")
        let issuer = try await site.send(.get, "/t/acme/.well-known/openid-configuration", [:])
        #expect(try issuer.json["issuer"]?.stringValue == "\(Site.origin)/t/acme")
        let link = try await site.services.links.make(
            LinkDraft(.resetPassword),
            for: kim.id,
            grant: site.acme.system.grant()
        )
        #expect(link.url.hasPrefix("\(Site.origin)/links/"))
    }
}

/// The statements that ran.
private final class StatementTexts: StatementObserver {
    private let texts = Mutex<[String]>([])

    func take() -> [String] {
        texts.withLock { texts in
            defer { texts = [] }
            return texts
        }
    }

    func check(_ statement: ObservedStatement) throws { texts.withLock { $0.append(statement.text) } }
}
