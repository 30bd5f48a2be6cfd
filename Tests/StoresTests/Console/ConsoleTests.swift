import Domain
import Fixtures
import Testing
import UseCases

@Suite struct ConsoleTests {
    private let origin = RequestOrigin(address: "203.0.113.7", requestID: "request-1", trace: nil)

    @Test func `the set-up link makes one operator and is void afterwards`() async throws {
        let installation = try await Installation()
        let first = try #require(try await installation.services.onboarding.newSetupLink())
        let second = try #require(try await installation.services.onboarding.newSetupLink())
        let entry = installation.services.onboarding

        await #expect(throws: DomainError.notFound(.setupLink)) {
            try await entry.setUp(
                .init(email: "olga@example.com", name: "Olga", password: TestTenant.password),
                link: first.text,
                from: origin
            )
        }
        try await entry.setUp(
            .init(email: "olga@example.com", name: "Olga", password: TestTenant.password),
            link: second.text,
            from: origin
        )

        await #expect(throws: DomainError.conflict(.setupDone)) {
            try await entry.setUp(
                .init(email: "eve@example.com", name: "Eve", password: TestTenant.password),
                link: second.text,
                from: origin
            )
        }
        #expect(try await entry.newSetupLink() == nil)
    }

    @Test func `an operator enters every tenant, and the first time of a session is written down there`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        _ = try await installation.services.onboarding.createOperator(
            .init(email: "olga@example.com", name: "Olga", password: TestTenant.password),
            grant: installation.installationGrant
        )
        let console = installation.services.console
        let token = try await console.signIn(
            email: "olga@example.com",
            password: TestTenant.password,
            tenant: nil,
            from: SignInClient(device: Device(), origin: origin)
        ).token
        let consoleUser = try #require(try await console.consoleUser(token.text))

        for _ in 0..<3 { _ = try await console.enter(acme.tenant.slug, as: consoleUser, from: origin) }

        let page = try await acme.services.audit.page(
            PageRequest(),
            filter: AuditFilter(action: .tenantEntered),
            grant: acme.system.grant()
        )
        #expect(page.items.count == 1)
    }

    @Test func `an operator's own network is known after a sign-in, and no other`() async throws {
        let installation = try await Installation()
        let created = try await installation.services.onboarding.createOperator(
            .init(email: "olga@example.com", name: "Olga", password: TestTenant.password),
            grant: installation.installationGrant
        )
        let account = ConsoleAccount.operator(created.id)
        #expect(try await installation.stores.console.addresses(of: account, limit: 10) == [])

        for address in ["203.0.113.7", "198.51.100.9"] {
            installation.clock.advance(by: .minutes(1))
            _ = try await installation.services.console.signIn(
                email: "olga@example.com",
                password: TestTenant.password,
                tenant: nil,
                from: SignInClient(
                    device: Device(),
                    origin: RequestOrigin(address: address, requestID: "request-1", trace: nil)
                )
            )
        }

        #expect(
            try await installation.stores.console.addresses(of: account, limit: 10) == ["198.51.100.9", "203.0.113.7"]
        )
        #expect(try await installation.stores.console.addresses(of: account, limit: 1) == ["198.51.100.9"])
    }

    @Test func `a member enters their own tenant only`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        try await acme.add("Ada", role: .admin)
        let console = installation.services.console
        let token = try await console.signIn(
            email: "ada@acme.example",
            password: TestTenant.password,
            tenant: nil,
            from: SignInClient(device: Device(), origin: origin)
        ).token
        let consoleUser = try #require(try await console.consoleUser(token.text))

        _ = try await console.enter(acme.tenant.slug, as: consoleUser, from: origin)

        await #expect(throws: DomainError.notFound(.tenant)) {
            try await console.enter(globex.tenant.slug, as: consoleUser, from: origin)
        }
    }

    @Test(arguments: [Role.Name.customer, .driver, .partner])
    func `users without the console permission are rejected`(
        role: Role.Name
    ) async throws {
        let acme = try await TestTenant("acme", in: Installation())
        try await acme.add("Karl", role: role)

        await #expect(throws: AuthFailure.signIn(.wrongCredentials)) {
            try await acme.services.console.signIn(
                email: "karl@acme.example",
                password: TestTenant.password,
                tenant: nil,
                from: SignInClient(device: Device(), origin: origin)
            )
        }
    }

    @Test func `a console session ends half an hour after its last use, and an app's token opens no console`()
        async throws
    {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada", role: .admin)
        let console = acme.services.console
        let token = try await console.signIn(
            email: "ada@acme.example",
            password: TestTenant.password,
            tenant: nil,
            from: SignInClient(device: Device(), origin: origin)
        ).token
        let app = try await acme.signIn(ada).token

        acme.installation.clock.advance(by: .minutes(29))
        #expect(try await console.consoleUser(token.text) != nil)
        try await acme.services.activity.flush()
        acme.installation.clock.advance(by: .minutes(29))
        #expect(try await console.consoleUser(token.text) != nil)
        acme.installation.clock.advance(by: .minutes(30))

        #expect(try await console.consoleUser(token.text) == nil)
        #expect(try await console.consoleUser(app.text) == nil)
    }
}
