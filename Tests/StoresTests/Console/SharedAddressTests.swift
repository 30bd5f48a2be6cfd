import Domain
import Fixtures
import Testing
import UseCases

/// Console sign-in with one address in several tenants.
@Suite struct SharedAddressTests {
    private let origin = RequestOrigin(address: "203.0.113.7", requestID: "request-1", trace: nil)

    private func signIn(
        _ email: String,
        _ password: String = TestTenant.password,
        tenant: String? = nil,
        in installation: Installation
    ) async throws -> ConsoleEntry {
        try await installation.services.console.signIn(
            email: email,
            password: password,
            tenant: tenant,
            from: SignInClient(device: Device(), origin: origin)
        )
    }

    private func add(
        _ email: String,
        password: String?,
        role: Role.Name = .onCall,
        to testTenant: TestTenant
    ) async throws {
        _ = try await testTenant.services.users.create(
            .init(email: email, name: nil, role: role.description, password: password),
            grant: testTenant.system.grant()
        )
    }

    private func addOperator(to installation: Installation) async throws {
        _ = try await installation.services.onboarding.createOperator(
            .init(email: "olga@example.com", name: "Olga", password: TestTenant.password),
            grant: installation.installationGrant
        )
    }

    @Test func `no account of a tenant keeps an operator out`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        try await add("olga@example.com", password: "another long one", to: acme)
        try await add("olga@example.com", password: nil, to: globex)
        try await addOperator(to: installation)

        #expect(try await signIn("olga@example.com", in: installation).tenant == nil)
    }

    @Test func `accounts that other tenants add later push no member out`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let ada = try await acme.add("Ada", role: .admin)
        let email = try #require(ada.email?.description)
        for slug in ["globex", "initech", "umbrella"] {
            installation.clock.advance(by: .seconds(1))
            try await add(email, password: "another long one", to: TestTenant(slug, in: installation))
        }

        #expect(try await signIn(email, in: installation).tenant?.id == acme.tenant.id)
    }

    @Test func `a password signs in to its tenant only, and reveals nothing about the other`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        try await add("eve@example.com", password: TestTenant.password, to: acme)
        try await add("eve@example.com", password: "another long one", to: globex)

        #expect(try await signIn("eve@example.com", in: installation).tenant?.id == acme.tenant.id)
        #expect(
            try await signIn("eve@example.com", "another long one", in: installation).tenant?.id == globex.tenant.id
        )
        await #expect(throws: AuthFailure.signIn(.wrongCredentials)) {
            try await signIn("eve@example.com", tenant: "globex", in: installation)
        }
    }

    @Test func `the work is the same wherever the address is known`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        try await add("one@example.com", password: TestTenant.password, to: acme)
        try await add("two@example.com", password: TestTenant.password, to: acme)
        try await add("two@example.com", password: "another long one", to: globex)
        try await add("off@example.com", password: TestTenant.password, role: .customer, to: acme)

        var work: [Int] = []
        for (email, password) in [
            ("nobody@example.com", "a wrong guess"), ("off@example.com", TestTenant.password),
            ("one@example.com", "a wrong guess"),
            ("one@example.com", TestTenant.password), ("two@example.com", "a wrong guess"),
            ("two@example.com", TestTenant.password),
        ] {
            let before = installation.services.passwords.workDone
            _ = try? await signIn(email, password, in: installation)
            work.append(installation.services.passwords.workDone - before)
        }

        #expect(Set(work).count == 1 && work.allSatisfy { $0 > 0 })
    }

    @Test func `a user with one password in two tenants chooses the tenant after a correct password`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        try await add("eve@example.com", password: TestTenant.password, to: acme)
        try await add("eve@example.com", password: TestTenant.password, to: globex)

        let failure = await #expect(throws: AuthFailure.self) {
            try await signIn("eve@example.com", in: installation)
        }
        guard case .invalid(let problems) = failure else {
            Issue.record("nothing was asked")
            return
        }
        #expect(problems.map(\.field) == ["tenant"])
        await #expect(throws: AuthFailure.signIn(.wrongCredentials)) {
            try await signIn("eve@example.com", "a wrong guess", in: installation)
        }
        #expect(try await signIn("eve@example.com", tenant: "globex", in: installation).tenant?.id == globex.tenant.id)
    }

    @Test func `an operator whose password a tenant has too is the operator`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        try await add("olga@example.com", password: TestTenant.password, to: acme)
        try await addOperator(to: installation)

        #expect(try await signIn("olga@example.com", in: installation).tenant == nil)
        #expect(try await signIn("olga@example.com", tenant: "acme", in: installation).tenant?.id == acme.tenant.id)
    }
}
