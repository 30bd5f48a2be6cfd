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

/// Impersonation by an administrator, with the admin plugin.
@Suite struct ImpersonationTests {
    private let server: AppServer
    private let app: BetterAuthClient
    private let boss: User
    private let kim: User
    private let bossToken: String

    init() async throws {
        server = try await AppServer()
        app = BetterAuthClient(server)
        boss = try await server.acme.add("Boss", role: .admin)
        kim = try await server.acme.add("Kim")
        bossToken = try await server.acme.signIn(boss).token.text
    }

    private var acme: TestTenant { server.acme }
    private func impersonate(_ id: User.ID, token: String) async throws -> AppServer.Answer {
        try await app.post("admin/impersonate-user", #"{"userId":"\#(id)"}"#, token: token)
    }

    /// - Returns: the token with which boss is Kim.
    private func begin() async throws -> String {
        let answer = try await impersonate(kim.id, token: bossToken)
        return try #require(try answer.json["session"]?["token"]?.stringValue, "\(answer.text)")
    }

    private func userID(of token: String) async throws -> String? {
        try await app.get("get-session", token: token).json["user"]?["id"]?.stringValue
    }

    private func user(_ id: User.ID) async throws -> User {
        try await acme.services.users.user(id, grant: acme.system.grant()).summary.user
    }

    private func audit() async throws -> [AuditEntry] {
        try await acme.services.audit.page(PageRequest(), filter: AuditFilter(), grant: acme.system.grant()).items
    }

    @Test func `an administrator impersonates a user for an hour, and the audit names the administrator`() async throws
    {
        let answer = try await impersonate(kim.id, token: bossToken)
        let session = try #require(try answer.json["session"])
        let token = try #require(session["token"]?.stringValue)
        _ = try await app.post("update-user", #"{"name":"Kim Lee"}"#, token: token)
        let entries = try await audit()

        #expect(answer.status == 200 && answer.headers[.setAuthToken] == token, "\(answer.text)")
        #expect(session["impersonatedBy"]?.stringValue == boss.id.description)
        #expect(try answer.json["user"]?["id"]?.stringValue == kim.id.description)
        #expect(try await userID(of: token) == kim.id.description)
        #expect(try await user(kim.id).name == "Kim Lee")
        #expect(
            entries.contains {
                $0.action == .userImpersonated && $0.actor == .user(boss.id) && $0.target == .init(.user, kim.id)
            }
        )
        #expect(entries.contains { $0.action == .userUpdated && $0.actor == .user(boss.id) }, "\(entries)")
        #expect(!entries.contains { $0.actor == .user(kim.id) })

        acme.installation.clock.advance(by: .minutes(59))
        #expect(try await userID(of: token) == kim.id.description)
        acme.installation.clock.advance(by: .minutes(2))
        #expect(try await userID(of: token) == nil)
        #expect(try await userID(of: bossToken) == boss.id.description)
    }

    @Test func `the person neither is seen nor loses a session by it, and does not find it among their own`()
        async throws
    {
        let own = try await acme.signIn(kim)
        let seen = try await user(kim.id).lastSeenAt
        try await acme.set { $0.sessionsPerUser = 1 }
        acme.installation.clock.advance(by: .minutes(5))

        let token = try await begin()
        acme.installation.clock.advance(by: .minutes(5))
        _ = try await userID(of: token)
        try await acme.services.activity.flush()
        let list = try await app.get("list-sessions", token: own.token.text).json.arrayValue
        let listed = try await app.post("admin/list-user-sessions", #"{"userId":"\#(kim.id)"}"#, token: bossToken)

        #expect(try await user(kim.id).lastSeenAt == seen)
        #expect(list?.count == 1 && list?.first?["id"]?.stringValue == own.session.id.description)
        #expect(try listed.json["sessions"]?.arrayValue?.count == 2)

        acme.installation.clock.advance(by: .minutes(1))
        let another = try await acme.signIn(kim)
        #expect(try await userID(of: own.token.text) == nil, "one at once")
        #expect(try await userID(of: another.token.text) != nil)
        #expect(try await userID(of: token) != nil)
    }

    @Test func `a user with permissions, of a higher rank, of another tenant or unknown cannot be impersonated`()
        async throws
    {
        let (other, foreign) = (try await acme.add("Other", role: .admin), try await server.globex.add("Vic"))
        let onCall = try await acme.add("Olga", role: .onCall)
        _ = try await acme.services.roles.create(
            name: "support",
            .init(title: "Support", rank: 15, permissions: ["users.read", "users.impersonate"]),
            grant: acme.system.grant()
        )
        let support = try await acme.signIn(try await acme.add("Sue", role: #require(Role.Name("support")))).token.text
        let driver = try await acme.add("Dan", role: .driver)
        let customer = try await acme.signIn(kim).token.text

        for id in [other.id, boss.id, onCall.id] {
            #expect(try await impersonate(id, token: bossToken).code == "YOU_CANNOT_IMPERSONATE_ADMINS")
        }
        #expect(
            try await impersonate(driver.id, token: support).code == "YOU_CANNOT_IMPERSONATE_ADMINS",
            "ranks higher"
        )
        #expect(try await impersonate(kim.id, token: support).status == 200)
        #expect(try await impersonate(kim.id, token: customer).code == "YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS")
        #expect(try await impersonate(foreign.id, token: bossToken).status == 404)
        _ = try await acme.services.users.disable(driver.id, grant: acme.system.grant())
        #expect(try await impersonate(driver.id, token: bossToken).status == 404)
        acme.installation.clock.advance(by: .minutes(11))
        #expect(try await impersonate(kim.id, token: bossToken).code == "SESSION_NOT_FRESH")
    }

    @Test func `an impersonator cannot change the user's sign-in methods`() async throws {
        let token = try await begin()

        let email = try await app.post("change-email", #"{"newEmail":"thief@example.com"}"#, token: token)
        let apple = try await app.post(
            "link-social",
            #"{"provider":"apple","idToken":{"token":"a.b.c"}}"#,
            token: token
        )
        let unlinked = try await app.post("unlink-account", #"{"providerId":"credential"}"#, token: token)
        let deleted = try await app.post("delete-user", "{}", token: token)
        let password = try await app.post(
            "change-password",
            #"{"newPassword":"another horse battery","currentPassword":"not Kim's password"}"#,
            token: token
        )
        let further = try await impersonate(kim.id, token: token)
        _ = try await app.post("admin/list-user-sessions", #"{"userId":"\#(boss.id)"}"#, token: token)

        #expect(email.status == 400, "\(email.text)")
        #expect(!(try await audit()).contains { $0.actor == .user(kim.id) })
        #expect(apple.code == "SESSION_NOT_FRESH" && unlinked.code == "SESSION_NOT_FRESH")
        #expect(deleted.code == "SESSION_EXPIRED", "\(deleted.text)")
        #expect(password.code == "SESSION_EXPIRED" && further.status == 403, "\(password.text) \(further.text)")
        let sentence = "This action is not allowed during impersonation."
        for answer in [email, apple, unlinked, deleted, password] {
            #expect(answer.text.contains(sentence), "\(answer.text)")
        }
        #expect(try await user(kim.id).email?.description == "kim@acme.example")
    }

    @Test func `nor by the other dialect, of a guest, or where a new password takes no proof`() async throws {
        try await acme.set {
            $0.methods = [.password, .anonymous]
            $0.securesPasswordChange = false
        }
        let client = GoTrueClient(server)
        let guest = try GoTrueClient.tokens(try await client.send(.post, "signup", "{}"))
        let guestID = try #require(User.ID(guest.user))
        let bodies = [
            #"{"email":"thief@example.com","password":"another horse battery"}"#,
            #"{"password":"another horse battery"}"#,
            #"{"email":"thief@example.com","current_password":"x"}"#,
            #"{"password":"another horse battery","current_password":"\#(TestTenant.password)"}"#,
        ]

        for id in [kim.id, guestID] {
            let answer = try await impersonate(id, token: bossToken)
            let token = try #require(try answer.json["session"]?["token"]?.stringValue, "\(answer.text)")
            for body in bodies {
                let change = try await client.send(.put, "user", body, token: token)
                #expect(change.code == "reauthentication_needed" || change.status == 422, "\(change.text)")
            }
            let deleted = try await app.post("delete-user", #"{"password":"\#(TestTenant.password)"}"#, token: token)
            #expect(deleted.code == "SESSION_EXPIRED", "\(deleted.text)")
        }
        #expect(try await client.send(.get, "user", token: guest.access).status == 200)
        #expect(try await client.signIn("kim@acme.example", password: TestTenant.password).status == 200)
    }

    @Test(arguments: [
        "revoke-sessions", "revoke-other-sessions", "revoke-session", "logout?scope=global", "logout?scope=others",
    ])
    func `an impersonator cannot end the user's own sessions`(call: String) async throws {
        let own = try await acme.signIn(kim)
        let token = try await begin()

        if call.hasPrefix("logout") {
            _ = try await GoTrueClient(server).send(.post, call, "{}", token: token)
        } else {
            _ = try await app.post(call, #"{"token":"\#(own.session.id)"}"#, token: token)
        }

        #expect(try await userID(of: own.token.text) == kim.id.description)
    }

    @Test func `an impersonation gets no refresh token`() async throws {
        let record = try #require(try await acme.services.authenticator.session(try await begin(), in: acme.tenant.id))

        await #expect(throws: DomainError.notFound(.session)) {
            try await acme.services.accessTokens.issue(
                for: record.session,
                tenant: acme.tenant,
                method: .password
            )
        }
    }

    @Test func `introspection names the impersonator`() async throws {
        let token = try await begin()

        let facts = try await acme.services.inspection.facts(of: token, in: acme.tenant, grant: acme.system.grant())
        let own = try await acme.services.inspection.facts(of: bossToken, in: acme.tenant, grant: acme.system.grant())

        #expect(
            ResponseSchema<TokenFacts>.activeToken.json(try #require(facts))["act"]?["sub"]?.stringValue
                == boss.id.description
        )
        #expect(ResponseSchema<TokenFacts>.activeToken.json(try #require(own))["act"] == .null)
    }

    enum Cause: CaseIterable { case signedOut, disabled, deleted, demoted, forbidden, promoted, ended }

    @Test(arguments: Cause.allCases)
    func `it ends with the administrator's own session and right`(cause: Cause) async throws {
        let (token, services) = (try await begin(), acme.services)
        try await acme.add("Other", role: .admin)

        switch cause {
        case .signedOut: _ = try await app.post("sign-out", "{}", token: bossToken)
        case .disabled: _ = try await services.users.disable(boss.id, grant: acme.system.grant())
        case .deleted: try await services.users.delete(boss.id, grant: acme.system.grant())
        case .demoted: _ = try await services.users.assign(role: "driver", to: boss.id, grant: acme.system.grant())
        case .forbidden:
            _ = try await services.roles.create(
                name: "clerk",
                .init(title: "Clerk", rank: 90, permissions: ["users.manage"]),
                grant: acme.system.grant()
            )
            _ = try await services.users.assign(role: "clerk", to: boss.id, grant: acme.system.grant())
        case .promoted: _ = try await services.users.assign(role: "on_call", to: kim.id, grant: acme.system.grant())
        case .ended: _ = try await services.sessions.end(SessionFilter(user: boss.id), grant: acme.system.grant())
        }

        #expect(try await userID(of: token) == nil)
        let restored = try await server.send(
            .post,
            "/api/v1/session/restoration",
            headers: app.headers.merging([.authorization: "Bearer \(token)"])
        )
        #expect(restored.status == 401, "\(restored.text)")
        guard cause != .deleted, cause != .promoted else { return }
        let page = try await services.sessions.page(
            SessionFilter(user: kim.id),
            PageRequest(),
            grant: acme.system.grant()
        )
        #expect(page.items.map(\.session.endReason) == [.impersonationEnded])
    }

    @Test func `a backend with a secret key impersonates a user until the key is revoked`() async throws {
        var backEnd = app
        backEnd.headers = [.authorization: "Bearer \(acme.creation.secretKey.text)"]
        let key = try #require(
            try await acme.services.authenticator.key(acme.creation.secretKey.text, .secret)
        ).key
        func impersonate(_ id: User.ID) async throws -> AppServer.Answer {
            try await backEnd.post("admin/impersonate-user", #"{"userId":"\#(id)"}"#)
        }

        let answer = try await impersonate(kim.id)
        let token = try #require(try answer.json["session"]?["token"]?.stringValue, "\(answer.text)")
        _ = try await app.post("update-user", #"{"name":"Kim Lee"}"#, token: token)
        let seen = try await userID(of: token)
        let left = try await app.post("admin/stop-impersonating", "{}", token: token)
        let again = try await impersonate(kim.id).json["session"]?["token"]?.stringValue ?? ""

        #expect(try answer.json["session"]?["impersonatedBy"]?.stringValue == key.id.description)
        #expect(seen == kim.id.description && left.status == 200, "\(left.text)")
        #expect(try await audit().contains { $0.action == .userUpdated && $0.actor == .key(key.id) })
        #expect(try await impersonate(boss.id).code == "YOU_CANNOT_IMPERSONATE_ADMINS")
        #expect(try await userID(of: again) == kim.id.description)
        _ = try await acme.services.keys.revoke(key.id, grant: acme.system.grant())
        #expect(try await userID(of: again) == nil)
        let page = try await acme.services.sessions.page(
            SessionFilter(user: kim.id),
            PageRequest(),
            grant: acme.system.grant()
        )
        #expect(
            page.items.count { $0.session.endReason == .impersonationEnded } == 2,
            "the one that was left, and this"
        )
    }

    @Test func `an app stops impersonating and uses its own token again`() async throws {
        let token = try await begin()

        let left = try await app.post("admin/stop-impersonating", "{}", token: token)
        let again = try await app.post("admin/stop-impersonating", "{}", token: token)
        let own = try await app.post("admin/stop-impersonating", "{}", token: bossToken)
        let end = try #require(try await audit().first { $0.action == .sessionEnded })

        #expect(left.status == 200 && left.text == #"{"session":null,"user":null}"#, "\(left.text)")
        #expect(again.status == 401 && own.code == "YOU_ARE_NOT_IMPERSONATING_ANYONE")
        #expect(try await userID(of: bossToken) == boss.id.description)
        #expect(end.actor == .user(boss.id))
    }

    private static let ownCookie = "better-auth.admin_session"

    @Test func `a browser starts and stops an impersonation`() async throws {
        var browser = BetterAuthBrowser(server)
        try await browser.signIn("boss@acme.example")
        let own = browser.cookies[BetterAuthBrowser.sessionCookie]

        let started = try await browser.post("admin/impersonate-user", #"{"userId":"\#(kim.id)"}"#)
        let (kept, inside) = (browser.cookies[Self.ownCookie], try await browser.user())
        let left = try await browser.post("admin/stop-impersonating")

        #expect(started.status == 200 && kept == own && inside == "Kim", "\(started.text)")
        #expect(try left.json["user"]?["id"]?.stringValue == boss.id.description, "\(left.text)")
        #expect(browser.cookies == [BetterAuthBrowser.sessionCookie: own])
        #expect(!left.text.contains("gh_s_"))
    }

    @Test func `after an impersonation a browser without its own session's cookie is signed out`() async throws {
        var other = BetterAuthBrowser(server)
        try await other.signIn("kim@acme.example")

        for kept in [nil, other.cookies[BetterAuthBrowser.sessionCookie], "gh_s_forged.AAAA"] {
            var browser = BetterAuthBrowser(server)
            try await browser.signIn("boss@acme.example")
            _ = try await browser.post("admin/impersonate-user", #"{"userId":"\#(kim.id)"}"#)
            browser.set(Self.ownCookie, to: kept)
            let left = try await browser.post("admin/stop-impersonating")
            #expect(left.text == #"{"session":null,"user":null}"#, "\(left.text)")
            #expect(browser.cookies[BetterAuthBrowser.sessionCookie] == nil)
        }
    }

    @Test func `when the hour is over a browser is back by itself`() async throws {
        var browser = BetterAuthBrowser(server)
        try await browser.signIn("boss@acme.example")
        _ = try await browser.post("admin/impersonate-user", #"{"userId":"\#(kim.id)"}"#)
        #expect(try await browser.user() == "Kim")
        acme.installation.clock.advance(by: .minutes(61))

        #expect(try await browser.user() == "Boss")
        #expect(try await browser.user() == "Boss" && browser.cookies.count == 1)
    }

    @Test func `the next user of the browser never becomes the administrator`() async throws {
        try await acme.add("Lee")
        for leavesCookie in [false, true] {
            var browser = BetterAuthBrowser(server)
            try await browser.signIn("boss@acme.example")
            _ = try await browser.post("admin/impersonate-user", #"{"userId":"\#(kim.id)"}"#)
            let kept = browser.cookies[Self.ownCookie]
            acme.installation.clock.advance(by: .minutes(61))

            try await browser.signIn("lee@acme.example")
            #expect(browser.cookies[Self.ownCookie] == nil)
            if leavesCookie { browser.set(Self.ownCookie, to: kept) }
            _ = try await acme.services.sessions.end(SessionFilter(role: .customer), grant: acme.system.grant())

            #expect(try await browser.user() == nil)
        }
    }

    @Test func `signing out during an impersonation also ends the browser's own session`() async throws {
        var browser = BetterAuthBrowser(server)
        try await browser.signIn("boss@acme.example")
        _ = try await browser.post("admin/impersonate-user", #"{"userId":"\#(kim.id)"}"#)

        _ = try await browser.post("sign-out")

        #expect(browser.cookies.isEmpty)
        for id in [kim.id, boss.id] {
            let alive = SessionFilter(user: id, life: .alive)
            let count = try await acme.services.sessions.page(alive, PageRequest(), grant: acme.system.grant()).items
                .count
            #expect(count == (id == boss.id ? 1 : 0), "the one of before")
        }
    }
}
