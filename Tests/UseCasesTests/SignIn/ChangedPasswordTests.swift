import Domain
import Fixtures
import Testing

@testable import UseCases

/// A password that is changed during a sign-in with the old one.
@Suite struct ChangedPasswordTests {
    @Test func `the old password opens nothing any more, however long ago it was found right`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let ada = try await acme.add("Ada")
        let email = try #require(ada.email)
        let services = installation.services
        let context = SignInContext(
            tenant: acme.tenant,
            client: SignInClient(device: Device(), origin: .init(address: "192.0.2.1", requestID: "r", trace: nil))
        )
        let found = try await installation.stores.passwords.account(email, in: acme.tenant.id)
        let account = try #require(found)
        let before = try await services.sessionOpener.open(
            SessionOpening(account.user, account.role, proving: account.password),
            in: context
        )

        _ = try await services.recovery.setPassword(
            "another horse battery",
            of: email.description,
            grant: acme.system.grant()
        )

        await #expect(throws: DomainError.notFound(.user)) {
            try await services.sessionOpener.open(
                SessionOpening(account.user, account.role, proving: account.password),
                in: context
            )
        }
        let alive = try await services.sessions.page(
            .init(user: ada.id, life: .alive),
            PageRequest(),
            grant: acme.system.grant()
        ).items
        #expect(alive.isEmpty && before.session.user == ada.id)
        let after = try await services.signIns.signIn(
            email: email.description,
            password: "another horse battery",
            in: context
        )
        #expect(after.user.id == ada.id)
    }
}
