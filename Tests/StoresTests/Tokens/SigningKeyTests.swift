import Crypto
import Database
import Domain
import Fixtures
import Foundation
import Testing

@testable import UseCases

@Suite struct SigningKeyTests {
    let acme: TestTenant
    var ring: SigningKeyRing { acme.services.signingKeys }
    var clock: TestClock { acme.installation.clock }

    init() async throws {
        acme = try await TestTenant("acme", in: Installation())
    }

    private func node() -> SigningKeyRing {
        let clock = clock
        let systemContext = SystemContext(now: { clock.now }, random: SystemContext.system.random)
        return SigningKeyRing(
            store: acme.installation.stores.signingKeys,
            vault: Vault(
                store: acme.installation.stores.tenantKeys,
                root: acme.installation.root,
                systemContext: systemContext
            ),
            systemContext: systemContext
        )
    }

    @Test func `nodes that begin together agree on one first key`() async throws {
        let nodes = (0..<8).map { _ in node() }

        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for node in nodes { group.addTask { try await node.signer(of: acme.tenant.id).key.name } }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(Set(names).count == 1)
        #expect(try await ring.published(of: acme.tenant.id).map(\.name) == [names[0]])
    }

    @Test func `a new key is published before it signs, and the old one until its last token is gone`() async throws {
        let old = try await ring.signer(of: acme.tenant.id).key.name

        let new = try await ring.rotate(grant: acme.system.grant()).name

        #expect(try await ring.published(of: acme.tenant.id).map(\.name) == [old, new])
        #expect(try await ring.signer(of: acme.tenant.id).key.name == old)
        clock.advance(by: .minutes(15))
        #expect(try await ring.signer(of: acme.tenant.id).key.name == new)
        #expect(try await ring.published(of: acme.tenant.id).count == 2)
        clock.advance(by: .minutes(59))
        #expect(try await ring.key(old, of: acme.tenant.id) != nil)
        clock.advance(by: .minutes(1))
        #expect(try await ring.published(of: acme.tenant.id).map(\.name) == [new])
        #expect(try await ring.key(old, of: acme.tenant.id) == nil)
    }

    @Test func `a key is followed by another after three months, without a gap`() async throws {
        let first = try await ring.signer(of: acme.tenant.id).key
        clock.advance(by: .days(90) - .minutes(15))

        let published = try await ring.published(of: acme.tenant.id)

        #expect(published.count == 2)
        #expect(published[0].retiresAt == first.activatesAt + .days(90))
        #expect(published[1].activatesAt == first.activatesAt + .days(90))
        clock.advance(by: .minutes(15))
        #expect(try await ring.signer(of: acme.tenant.id).key.name == published[1].name)
    }

    @Test func `after a long sleep the old key signs until the new one has been published`() async throws {
        let first = try await ring.signer(of: acme.tenant.id).key.name
        clock.advance(by: .days(400))

        #expect(try await ring.signer(of: acme.tenant.id).key.name == first)
        clock.advance(by: .minutes(16))
        #expect(try await ring.signer(of: acme.tenant.id).key.name != first)
    }

    @Test func `nodes that rotate together make one key`() async throws {
        _ = try await ring.signer(of: acme.tenant.id)
        clock.advance(by: .days(90))
        let nodes = (0..<8).map { _ in node() }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for node in nodes { group.addTask { _ = try await node.published(of: acme.tenant.id) } }
            try await group.waitForAll()
        }

        #expect(try await acme.installation.stores.signingKeys.keys(of: acme.tenant.id).count == 2)
    }

    @Test func `while a key waits to sign, repeated requests create no other`() async throws {
        _ = try await ring.signer(of: acme.tenant.id)
        let first = try await ring.rotate(grant: acme.system.grant())

        for _ in 1...5 { #expect(try await ring.rotate(grant: acme.system.grant()).name == first.name) }
        clock.advance(by: .minutes(16))
        let next = try await ring.rotate(grant: acme.system.grant())

        #expect(next.name != first.name)
        #expect(try await ring.published(of: acme.tenant.id).count == 3)
    }

    @Test func `a rotation by hand is in the audit`() async throws {
        let old = try await ring.signer(of: acme.tenant.id).key.name
        let new = try await ring.rotate(grant: acme.system.grant()).name

        let page = try await acme.services.audit.page(
            PageRequest(limit: 1),
            filter: .init(),
            grant: acme.system.grant()
        )

        #expect(page.items.first?.action == .signingKeyRotated)
        #expect(page.items.first?.changes == [.init("kid", from: old, to: new)])
    }

    @Test func `a leaked key and one that waits are withdrawn at once, and their private halves are gone`() async throws
    {
        let old = try await ring.signer(of: acme.tenant.id).key.name
        let waiting = try await ring.rotate(grant: acme.system.grant()).name

        let new = try await ring.replaceLeaked(grant: acme.system.grant())

        #expect(new.activatesAt == clock.now && new.retiresAt == nil)
        #expect(try await ring.published(of: acme.tenant.id) == [new])
        #expect(try await ring.signer(of: acme.tenant.id).key == new)
        for name in [old, waiting] {
            #expect(try await ring.key(name, of: acme.tenant.id) == nil)
            #expect(try await ring.isWithdrawn(name, of: acme.tenant.id))
        }
        let stored = try await acme.installation.stores.signingKeys.keys(of: acme.tenant.id)
        #expect(stored.filter { $0.sealed.isEmpty }.map(\.key.name).sorted() == [old, waiting].sorted())
    }

    @Test func `of several simultaneous leak reports one replaces the key`() async throws {
        let old = try await ring.signer(of: acme.tenant.id).key.name
        let new = try await ring.replaceLeaked(grant: acme.system.grant())
        let stored = StoredSigningKey(
            key: SigningKey(
                name: "late",
                tenant: acme.tenant.id,
                point: new.point,
                createdAt: clock.now,
                activatesAt: clock.now,
                retiresAt: nil
            ),
            sealed: Data([1])
        )
        let audit = AuditDraft(.signingKeyWithdrawn, by: .system, at: clock.now)

        let isDone = try await acme.installation.stores.signingKeys.replaceAll(leaked: old, by: stored, audit: audit)

        #expect(!isDone)
        #expect(try await ring.published(of: acme.tenant.id) == [new])
    }

    @Test func `after a leak keys come and go as before, and withdrawn ones are forgotten`() async throws {
        for _ in 1...30 { _ = try await ring.replaceLeaked(grant: acme.system.grant()) }
        let stored = try await acme.installation.stores.signingKeys.keys(of: acme.tenant.id)
        let signer = try await ring.signer(of: acme.tenant.id).key

        let next = try await ring.rotate(grant: acme.system.grant())
        clock.advance(by: .minutes(15))
        let signs = try await ring.signer(of: acme.tenant.id).key.name
        clock.advance(by: .days(2))
        _ = try await ring.rotate(grant: acme.system.grant())

        #expect(stored.count == 21)
        #expect(next.name != signer.name && signs == next.name)
        #expect(
            try await acme.installation.stores.signingKeys.keys(of: acme.tenant.id).allSatisfy { !$0.key.isWithdrawn }
        )
    }

    @Test func `a private half is not in the database as it is`() async throws {
        let entry = try await ring.signer(of: acme.tenant.id)
        let stored = try await acme.installation.stores.signingKeys.keys(of: acme.tenant.id)

        #expect(stored.count == 1)
        #expect(stored[0].sealed.range(of: entry.privateKey.rawRepresentation) == nil)
    }

    @Test
    func `a rotation on one node is known on another one at once, and the database is not asked for what is known`()
        async throws
    {
        let other = node()
        _ = try await other.published(of: acme.tenant.id)

        let new = try await ring.rotate(grant: acme.system.grant())
        let known = try await other.published(of: acme.tenant.id)
        try await acme.installation.control.close()

        #expect(known.map(\.name).contains(new.name))
        if !TestEngine.isPostgres { #expect(try await other.published(of: acme.tenant.id) == known) }
    }
}
