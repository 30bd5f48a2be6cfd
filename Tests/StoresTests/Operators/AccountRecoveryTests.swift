import Domain
import Fixtures
import Testing
import UseCases

@Suite struct AccountRecoveryTests {
    private let origin = RequestOrigin(address: "203.0.113.7", requestID: "request-1", trace: nil)
    private let next = "another long one"

    private func enter(_ email: String, _ password: String, _ services: Services) async throws -> Credential {
        try await services.console.signIn(
            email: email,
            password: password,
            tenant: nil,
            from: SignInClient(device: Device(), origin: origin)
        )
        .token
    }

    private func addOperator(_ name: String, to installation: Installation) async throws {
        _ = try await installation.services.onboarding.createOperator(
            .init(email: "\(name.lowercased())@example.com", name: name, password: TestTenant.password),
            grant: installation.installationGrant
        )
    }

    @Test func `a new password of a member ends their sessions and is the only one that is right`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada", role: .admin)
        let session = try await enter("ada@acme.example", TestTenant.password, acme.services)

        _ = try await acme.services.recovery.setPassword(next, of: "ada@acme.example", grant: acme.system.grant())

        #expect(try await acme.services.console.consoleUser(session.text) == nil)
        await #expect(throws: AuthFailure.signIn(.wrongCredentials)) { try await acme.signIn(ada) }
        _ = try await enter("ada@acme.example", next, acme.services)
        let audit = try await acme.services.audit.page(
            PageRequest(),
            filter: AuditFilter(action: .userPasswordSet),
            grant: acme.system.grant()
        )
        #expect(audit.items.count == 1)
    }

    @Test func `a new password of an operator ends their sessions`() async throws {
        let installation = try await Installation()
        try await addOperator("Olga", to: installation)
        let session = try await enter("olga@example.com", TestTenant.password, installation.services)

        _ = try await installation.services.recovery.setOperatorPassword(
            next,
            of: "olga@example.com",
            grant: installation.installationGrant
        )

        #expect(try await installation.services.console.consoleUser(session.text) == nil)
        await #expect(throws: AuthFailure.signIn(.wrongCredentials)) {
            try await enter("olga@example.com", TestTenant.password, installation.services)
        }
        _ = try await enter("olga@example.com", next, installation.services)
    }

    @Test func `a removed operator loses access immediately, and the last one cannot be removed`() async throws {
        let installation = try await Installation()
        let recovery = installation.services.recovery
        try await addOperator("Olga", to: installation)
        try await addOperator("Otto", to: installation)
        let session = try await enter("olga@example.com", TestTenant.password, installation.services)

        _ = try await recovery.removeOperator("olga@example.com", grant: installation.installationGrant)

        #expect(try await installation.services.console.consoleUser(session.text) == nil)
        await #expect(throws: DomainError.conflict(.lastOperator)) {
            try await recovery.removeOperator("otto@example.com", grant: installation.installationGrant)
        }
        await #expect(throws: DomainError.notFound(.operator)) {
            try await recovery.removeOperator("olga@example.com", grant: installation.installationGrant)
        }
    }

    @Test func `a short password and an unknown user are rejected`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        try await acme.add("Ada")
        let recovery = acme.services.recovery

        await #expect(throws: DomainError.self) {
            try await recovery.setPassword("short", of: "ada@acme.example", grant: acme.system.grant())
        }
        await #expect(throws: DomainError.notFound(.user)) {
            try await recovery.setPassword(next, of: "eve@acme.example", grant: acme.system.grant())
        }
    }
}
