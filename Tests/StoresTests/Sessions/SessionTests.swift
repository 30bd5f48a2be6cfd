import Domain
import Fixtures
import Testing
import UseCases

@Suite struct SessionTests {
    @Test func `a session is accepted until an administrator ends it`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada")
        let signedIn = try await acme.signIn(ada)
        let authenticator = acme.services.authenticator

        let before = try await authenticator.session(signedIn.token.text, in: acme.tenant.id)
        try await acme.services.sessions.end(signedIn.session.id, grant: acme.system.grant())
        let after = try await authenticator.session(signedIn.token.text, in: acme.tenant.id)

        #expect(before?.user.id == ada.id)
        #expect(after == nil)
    }

    enum Ending: String, CaseIterable {
        case disabled, deleted, suspended, revokedAll, idle, absolute
    }

    @Test(arguments: Ending.allCases) func `nothing that ends a session leaves it accepted`(ending: Ending) async throws
    {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada")
        let token = try await acme.signIn(ada).token.text
        let services = acme.services

        switch ending {
        case .disabled: _ = try await services.users.disable(ada.id, grant: acme.system.grant())
        case .deleted: try await services.users.delete(ada.id, grant: acme.system.grant())
        case .suspended:
            _ = try await services.tenants.suspend(acme.tenant.id, grant: acme.installation.installationGrant)
        case .revokedAll: _ = try await services.sessions.end(SessionFilter(), grant: acme.system.grant())
        case .idle: acme.installation.clock.advance(by: .days(30))
        case .absolute:
            for _ in 0..<18 {
                acme.installation.clock.advance(by: .days(10))
                _ = try await services.authenticator.session(token, in: acme.tenant.id)
                try await services.activity.flush()
            }
        }

        let record = try await services.authenticator.session(token, in: acme.tenant.id)
        #expect(record == nil)
    }

    @Test func `a suspended tenant gets no new session`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada")
        _ = try await acme.signIn(ada)
        _ = try await acme.services.tenants.suspend(acme.tenant.id, grant: acme.installation.installationGrant)

        await #expect(throws: AuthFailure.signIn(.wrongCredentials)) { try await acme.signIn(ada) }

        #expect(
            try await acme.services.sessions.page(SessionFilter(), PageRequest(), grant: acme.system.grant()).items
                .count == 1
        )
    }

    @Test func `use keeps a session alive`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let signedIn = try await acme.signIn(try await acme.add("Ada"))
        let (token, clock) = (signedIn.token.text, acme.installation.clock)

        for _ in 0..<5 {
            clock.advance(by: .days(20))
            let record = try await acme.services.authenticator.session(token, in: acme.tenant.id)
            #expect(record?.session.id == signedIn.session.id)
            try await acme.services.activity.flush()
        }

        let record = try await acme.services.authenticator.session(token, in: acme.tenant.id)
        #expect(record?.session.lastSeenAt == clock.now)
        #expect(record?.session.expiresAt == clock.now + .days(30))
    }

    @Test func `a token is worth nothing in another tenant`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        let token = try await acme.signIn(try await acme.add("Ada")).token.text

        let record = try await globex.services.authenticator.session(token, in: globex.tenant.id)

        #expect(record == nil)
        #expect(try await acme.services.authenticator.session(token, in: acme.tenant.id)?.tenant.id == acme.tenant.id)
    }

    @Test func `the longest unseen session ends when one too many begins`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada")
        var tokens: [String] = []
        for _ in 0...SessionLifetimes.maximumPerUser {
            acme.installation.clock.advance(by: .minutes(5))
            tokens.append(try await acme.signIn(ada).token.text)
        }

        let oldest = try await acme.services.authenticator.session(tokens[0], in: acme.tenant.id)
        let next = try await acme.services.authenticator.session(tokens[1], in: acme.tenant.id)

        #expect(oldest == nil)
        #expect(next != nil)
    }

    @Test func `how many sessions a person may have is the tenant's choice`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        try await acme.set { $0.sessionsPerUser = 2 }
        let ada = try await acme.add("Ada", role: .admin)
        var tokens: [String] = []
        for _ in 0..<3 {
            acme.installation.clock.advance(by: .minutes(5))
            tokens.append(try await acme.signIn(ada).token.text)
        }

        var alive: [Bool] = []
        for token in tokens {
            alive.append(try await acme.services.authenticator.session(token, in: acme.tenant.id) != nil)
        }

        #expect(alive == [false, true, true])
    }

    @Test func `a filter ends the previewed sessions, and spares users of a higher rank`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada", role: .admin)
        let karl = try await acme.add("Karl", role: .driver)
        let adaToken = try await acme.signIn(ada, device: Device(appVersion: "2.4.0")).token.text
        let old = try await acme.signIn(karl, device: Device(appVersion: "2.3.0")).token.text
        let new = try await acme.signIn(karl, device: Device(appVersion: "2.4.0")).token.text
        let onCall = try #require(Role.builtIn.first { $0.name == .onCall })
        let vic = acme.access(try await acme.add("Vic", role: .onCall), as: onCall)
        let filter = SessionFilter(appVersion: "2.4.0")

        let preview = try await acme.services.sessions.preview(filter, grant: vic.grant())
        let ended = try await acme.services.sessions.end(filter, grant: vic.grant())

        #expect(preview == SessionEnding(count: 1, keepsOwn: false) && ended == preview)
        let authenticator = acme.services.authenticator
        #expect(try await authenticator.session(new, in: acme.tenant.id) == nil)
        #expect(try await authenticator.session(old, in: acme.tenant.id) != nil)
        #expect(try await authenticator.session(adaToken, in: acme.tenant.id) != nil)
    }

    @Test func `a person ends their other sessions and keeps this one`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada")
        let other = try await acme.signIn(ada)
        let mine = try await acme.signIn(ada)
        let stranger = try await acme.signIn(try await acme.add("Karl"))
        let authenticator = acme.services.authenticator
        let record = try #require(try await authenticator.session(mine.token.text, in: acme.tenant.id))

        try await acme.services.sessionSelfService.end(stranger.session.id, by: record, from: acme.context().origin)
        try await acme.services.sessionSelfService.endOthers(by: record, from: acme.context().origin)

        #expect(try await authenticator.session(other.token.text, in: acme.tenant.id) == nil)
        #expect(try await authenticator.session(mine.token.text, in: acme.tenant.id) != nil)
        #expect(try await authenticator.session(stranger.token.text, in: acme.tenant.id) != nil)
    }

    @Test func `a new role counts at once and ends console sessions`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        try await acme.add("Eve", role: .admin)
        let ada = try await acme.add("Ada", role: .admin)
        let app = try await acme.signIn(ada).token.text
        let entry = try await acme.services.console.signIn(
            email: "ada@acme.example",
            password: TestTenant.password,
            tenant: "acme",
            from: SignInClient(device: Device(), origin: acme.context().origin)
        )

        _ = try await acme.services.users.assign(role: "driver", to: ada.id, grant: acme.system.grant())

        let record = try await acme.services.authenticator.session(app, in: acme.tenant.id)
        #expect(record?.role.name == .driver)
        #expect(try await acme.services.console.consoleUser(entry.token.text) == nil)
    }
}
