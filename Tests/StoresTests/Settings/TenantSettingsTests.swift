import Domain
import Fixtures
import StrictJSON
import Testing
import UseCases

@Suite struct TenantSettingsTests {
    @Test func `a tenant that has set nothing lets everyone sign up with a password`() async throws {
        let acme = try await TestTenant("acme", in: Installation())

        let found = try await acme.services.settings.settings(grant: acme.system.grant())

        #expect(found.version == 0 && found.settings == .standard)
        #expect(
            found.settings.methods == [.password] && found.settings.signUp == .open && found.settings.dialect == .both
        )
    }

    @Test func `every setting is stored as it was set`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        try await acme.connectApple()

        let changed = try await acme.services.settings.change(expecting: 0, grant: acme.system.grant()) { settings in
            settings.methods = [.apple, .anonymous]
            settings.dialect = .gotrue
            settings.isAnonymous = true
            settings.signUp = .invited
            settings.confirmsEmail = true
            settings.sessions = SessionLifetimes(idle: .days(3), absolute: .days(9))
            settings.accessTokenLifetime = .minutes(5)
            settings.sessionsPerUser = 3
            settings.sessionLimitAction = .reject
            settings.multiSession = true
            settings.eventRetentionDays = 30
            settings.eventStorageBytes = 5_000_000_000
            settings.requiresNonce = true
            settings.revokesAtAppleEverywhere = true
            settings.appleDeletion = .delete
            settings.language = Language("fr-CA")!  // a language
            settings.texts = [
                MessageText(code: "invalid_credentials", language: .english, text: "Let's try that again.")
            ]
            settings.defaultAttributes = [
                DefaultAttribute(name: "trial_ends_at", value: .after(.days(7))),
                DefaultAttribute(name: "plan", value: .text("free")),
                DefaultAttribute(name: "coins", value: .integer(5)),
                DefaultAttribute(name: "beta", value: .bool(true)),
            ]
        }

        #expect(changed.version == 1)
        #expect(try await acme.services.settings.settings(grant: acme.system.grant()) == changed)
        let entries = try await acme.services.audit.page(
            PageRequest(),
            filter: AuditFilter(),
            grant: acme.system.grant()
        )
        #expect(entries.items.first?.action == .tenantSettingsChanged)
    }

    @Test func `a change made from an older version is refused`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let settings = acme.services.settings
        _ = try await settings.change(expecting: nil, grant: acme.system.grant()) { $0.signUp = .closed }

        await #expect(throws: DomainError.conflict(.settingsChanged)) {
            try await settings.change(expecting: 0, grant: acme.system.grant()) { $0.requiresNonce = true }
        }
        #expect(
            try await settings.change(expecting: 1, grant: acme.system.grant()) { $0.signUp = .closed }.version == 1
        )
    }

    @Test func `invalid settings are rejected with the field`() async throws {
        let acme = try await TestTenant("acme", in: Installation())

        for (field, edit) in Self.senseless {
            let error = await #expect(throws: DomainError.self) {
                try await acme.services.settings.change(expecting: nil, grant: acme.system.grant(), edit: edit)
            }
            guard case .invalid(let problems)? = error else {
                Issue.record("\(field): \(String(describing: error))")
                continue
            }
            #expect(problems.map(\.field).contains(field))
        }
    }

    private static let senseless: [(String, @Sendable (inout TenantSettings) -> Void)] = [
        ("methods", { $0.methods = [] }), ("methods", { $0.isAnonymous = true }),
        ("idle_seconds", { $0.sessions = SessionLifetimes(idle: .days(9), absolute: .days(3)) }),
        ("access_token_seconds", { $0.accessTokenLifetime = .days(2) }),
        ("sessions_per_person", { $0.sessionsPerUser = 0 }),
        ("sessions_per_person", { $0.sessionsPerUser = 101 }),
        (
            "texts",
            { settings in
                settings.texts = Array(repeating: MessageText(code: "a", language: .english, text: "A"), count: 2)
            }
        ),
        (
            "default_attributes",
            { $0.defaultAttributes = Array(repeating: DefaultAttribute(name: "a", value: .bool(true)), count: 2) }
        ),
    ]

    @Test func `the settings of one tenant are nothing to another`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)

        _ = try await acme.services.settings.change(expecting: 0, grant: acme.system.grant()) { $0.signUp = .closed }

        #expect(try await globex.services.settings.settings(grant: globex.system.grant()).settings == .standard)
    }

    @Test func `a session lives as long as its tenant says, from the next request on`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada")
        _ = try await acme.services.settings.change(expecting: nil, grant: acme.system.grant()) {
            $0.sessions = SessionLifetimes(idle: .hours(1), absolute: .hours(3))
        }

        let signedIn = try await acme.signIn(ada)

        acme.installation.clock.advance(by: .minutes(59))
        #expect(try await acme.services.authenticator.session(signedIn.token.text, in: acme.tenant.id) != nil)
        try await acme.services.activity.flush()
        acme.installation.clock.advance(by: .minutes(59))
        #expect(try await acme.services.authenticator.session(signedIn.token.text, in: acme.tenant.id) != nil)
        acme.installation.clock.advance(by: .minutes(61))
        #expect(try await acme.services.authenticator.session(signedIn.token.text, in: acme.tenant.id) == nil)
    }
}
