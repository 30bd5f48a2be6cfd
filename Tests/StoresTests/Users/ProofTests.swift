@_spi(Admission) import Domain
import Fixtures
import Testing
import UseCases

/// Sensitive actions in an unattended console session, or by a member with fewer permissions than the changed user.
@Suite struct ProofTests {
    private func principal(_ user: User, _ role: Role, _ acme: TestTenant, provedAgo span: Duration) -> Access {
        let time = acme.installation.clock.now - span
        return Access(
            tenant: acme.tenant.id,
            principal: .user(
                user.id,
                role: role,
                from: .init(address: "203.0.113.7", requestID: "r", trace: nil)
            ).acting(in: nil, provedAt: time)
        )
    }

    private func admin() throws -> Role { try #require(Role.builtIn.first { $0.name == .admin }) }

    @Test func `a member cannot change or verify the email of a user with more permissions`()
        async throws
    {
        let acme = try await TestTenant("acme", in: Installation())
        let support = Role(
            name: try #require(Role.Name("support")),
            title: "Support",
            rank: 80,
            permissions: [.enterConsole, .readUsers, .manageUsers]
        )
        let (vic, watch, kim) = (
            try await acme.add("Vic"), try await acme.add("Watch", role: .onCall), try await acme.add("Kim")
        )
        let access = principal(vic, support, acme, provedAgo: .zero)
        var verified = UserRevision()
        verified.emailVerified = true
        var moved = UserRevision()
        moved.email = "vic@evil.example"

        for revision in [verified, moved] {
            await #expect(throws: DomainError.self) {
                try await acme.services.users.revise(watch.id, revision, grant: access.grant())
            }
        }
        await #expect(throws: DomainError.denied(.missingPermission(.readAudit))) {
            try await acme.services.users.update(watch.id, .init(email: "vic@evil.example"), grant: access.grant())
        }
        _ = try await acme.services.users.update(watch.id, .init(name: "Watch Keeper"), grant: access.grant())
        _ = try await acme.services.users.update(kim.id, .init(email: "kim@other.example"), grant: access.grant())
    }

    @Test func `changing a member's email needs a recent proof`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let (ada, kim) = (try await acme.add("Ada", role: .admin), try await acme.add("Kim"))
        let stale = principal(ada, try admin(), acme, provedAgo: .minutes(11))
        let fresh = principal(ada, try admin(), acme, provedAgo: .minutes(9))
        let users = acme.services.users

        await #expect(throws: DomainError.denied(.proofNeeded)) {
            try await users.update(ada.id, .init(email: "thief@evil.example"), grant: stale.grant())
        }
        _ = try await users.update(kim.id, .init(email: "kim@other.example"), grant: stale.grant())
        _ = try await users.update(ada.id, .init(email: "ada@other.example"), grant: fresh.grant())
    }

    @Test
    func
        `inviting an administrator, suspending a tenant and changing redirect URLs need a recent proof`()
        async throws
    {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada", role: .admin)
        let stale = principal(ada, try admin(), acme, provedAgo: .minutes(11))
        let services = acme.services
        let (invited, _) = try await services.users.invite(
            .init(email: "eve@acme.example", name: nil, role: "admin"),
            grant: acme.system.grant()
        )
        let `operator` = Principal.operator(
            Operator.ID(invited.id.uuid),
            from: .init(address: "203.0.113.7", requestID: "r", trace: nil),
            provedAt: acme.installation.clock.now - .minutes(11)
        )

        await #expect(throws: DomainError.denied(.proofNeeded)) {
            try await services.users.inviteAgain(invited.id, grant: stale.grant())
        }
        await #expect(throws: DomainError.denied(.proofNeeded)) {
            try await services.tenants.change(acme.tenant.id, state: .suspended, grant: `operator`.installationGrant())
        }
        await #expect(throws: DomainError.denied(.proofNeeded)) {
            try await services.settings.change(expecting: nil, grant: stale.grant()) {
                $0.redirects = [RedirectRule("https://evil.example/cb")].compactMap(\.self)
            }
        }
        _ = try await services.settings.change(expecting: nil, grant: stale.grant()) { $0.sessionsPerUser = 7 }
    }

    @Test func `a console that was left open ends no sessions of others and impersonates no one`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let (ada, kim) = (try await acme.add("Ada", role: .admin), try await acme.add("Kim"))
        let stale = principal(ada, try admin(), acme, provedAgo: .minutes(11))
        let fresh = principal(ada, try admin(), acme, provedAgo: .minutes(9))
        let services = acme.services
        let token = try await acme.signIn(kim).token.text

        await #expect(throws: DomainError.denied(.proofNeeded)) {
            try await services.sessions.end(SessionFilter(), grant: stale.grant())
        }
        await #expect(throws: DomainError.denied(.proofNeeded)) {
            try await services.impersonation.begin(as: kim.id, on: Device(), grant: stale.grant())
        }

        #expect(try await services.authenticator.session(token, in: acme.tenant.id)?.user.id == kim.id)
        let ended = try await services.sessions.end(SessionFilter(), grant: fresh.grant())
        #expect(ended.count == 1)
        #expect(try await services.authenticator.session(token, in: acme.tenant.id) == nil)
    }

    @Test func `the old password of an operator is rejected after a concurrent change`() async throws {
        let installation = try await Installation()
        let services = installation.services
        let olga = try await services.onboarding.createOperator(
            .init(email: "olga@gatehouse.example", name: "Olga", password: TestTenant.password),
            grant: installation.installationGrant
        )
        let now = installation.clock.now
        let other = try await services.passwords.hash("another horse battery", for: nil)
        let session = OperatorSession(
            token: CredentialHash(Credential(.operatorSession, tenant: nil, random: Array(repeating: 1, count: 32))),
            address: "203.0.113.7",
            createdAt: now,
            lastSeenAt: now,
            expiresAt: now + .hours(1)
        )

        await #expect(throws: DomainError.notFound(.operator)) {
            try await installation.stores.operators.insert(
                session,
                of: olga.id,
                proving: other,
                audit: AuditDraft(.operatorSignedIn, by: .system, at: now, target: .init(.operator, olga.id))
            )
        }
    }
}
