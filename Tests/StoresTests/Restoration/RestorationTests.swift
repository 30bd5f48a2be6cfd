import Domain
import Fixtures
import Foundation
import Stores
import Testing
import UseCases

@Suite(.onlySQLite("a restore replaces files")) struct RestorationTests {
    @Test func `a restored database accepts no session from before, and says so in the audit log`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let signedIn = try await acme.signIn(try await acme.add("Ada"))
        let installation = acme.installation
        let facts = InstallationFacts(control: installation.observedControl)
        try await facts.keepRestoring(since: installation.clock.now)
        let isRestoring = try await facts.isRestoring()

        let restoration = Restoration(control: installation.observedControl, chain: installation.chain)
        let forgotten = try await restoration.forgetCredentials(at: installation.clock.now)

        #expect(isRestoring)
        #expect(forgotten.sessions == 1)
        #expect(forgotten.left == 0)
        #expect(try await facts.isRestoring() == false)
        #expect(try await acme.services.authenticator.session(signedIn.token.text, in: acme.tenant.id) == nil)
        let entries = try await installation.stores.audit.page(.init(), filter: .init(), in: Tenant.installation)
        #expect(entries.items.first?.action == .restored)
        #expect(entries.items.first?.changes == [.init("sessions_ended", from: nil, to: "1")])
    }

    @Test func `the check of the root key is the one that was stored first`() async throws {
        let installation = try await Installation()
        let facts = InstallationFacts(control: installation.observedControl)
        let (first, second) = (Data([1, 2, 3]), Data([4, 5, 6]))

        #expect(try await facts.rootKeyCheck() == nil)
        #expect(try await facts.keep(rootKeyCheck: first) == first)
        #expect(try await facts.keep(rootKeyCheck: second) == first)
        #expect(try await facts.rootKeyCheck() == first)
    }

    @Test func `an installation remembers that it has had an events database`() async throws {
        let installation = try await Installation()
        let facts = InstallationFacts(control: installation.observedControl)
        let before = try await facts.hasEvents()

        try await facts.keepHasEvents()
        try await facts.keepHasEvents()

        #expect(!before)
        #expect(try await facts.hasEvents())
    }
}
