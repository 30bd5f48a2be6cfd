import Database
import Domain
import Fixtures
import Foundation
import Stores
import Testing
import UseCases

/// A link that was handed over with a session whose row is no longer there.
@Suite struct MakerSessionTests {
    private let acme: TestTenant
    private let ada: User
    private let kim: User
    private let session: Session

    init() async throws {
        acme = try await TestTenant("acme", in: Installation())
        ada = try await acme.add("Ada", role: .admin)
        kim = try await acme.add("Kim")
        session = try await acme.signIn(ada).session
    }

    private func handOver(_ number: UInt8, by maker: LinkMaker) async throws -> CredentialHash {
        let token = CredentialHash(bytes: Data(repeating: number, count: 32))
        let link = OneTimeLink(
            tenant: acme.tenant.id,
            purpose: .signIn,
            user: kim.id,
            email: kim.email,
            maker: maker,
            createdAt: acme.installation.clock.now
        )
        // A link replaces others of its purpose, so each is looked at before the next is made.
        try await acme.installation.stores.links.insert(
            NewLink(link: link, token: token, code: nil),
            in: acme.tenant.id
        ) { _ throws(DomainError) in }
        return token
    }

    private func isOpen(_ token: CredentialHash) async throws -> Bool {
        let context = ActionContext(acme.tenant.id, at: acme.installation.clock.now)
        return try await acme.installation.stores.links.link(token, in: context) != nil
    }

    private func deleteSession() async throws {
        let (tenant, id) = (acme.tenant.id, session.id)
        _ = try await acme.installation.control.write(.tenant(tenant.uuid)) { transaction in
            try transaction.execute("DELETE FROM sessions WHERE tenant_id = \(tenant) AND id = \(id)")
        }
    }

    @Test func `the link of a member is void, because the session may have been revoked`() async throws {
        let token = try await handOver(1, by: LinkMaker(.user(ada.id), session: session.id))
        #expect(try await isOpen(token))

        try await deleteSession()

        #expect(try await !isOpen(token))
    }

    @Test func `the links of operators and keys stay, whose sessions are not among those of users`() async throws {
        let key = try #require(try await acme.services.authenticator.key(acme.creation.secretKey.text, .secret)).key.id

        let byOperator = try await handOver(2, by: LinkMaker(.operator(Operator.ID(UUID())), session: session.id))
        try await deleteSession()
        #expect(try await isOpen(byOperator))

        let byKey = try await handOver(3, by: LinkMaker(.key(key), session: nil))
        #expect(try await isOpen(byKey))
    }
}
