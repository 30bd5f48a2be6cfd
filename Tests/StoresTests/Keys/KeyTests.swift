@_spi(Admission) import Domain
import Fixtures
import Foundation
import Testing
import UseCases

@Suite struct KeyTests {
    @Test func `a revoked key is refused at once`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let (key, text) = try await acme.services.keys.create(kind: .ingest, name: "iOS", grant: acme.system.grant())
        #expect(try await acme.services.authenticator.key(text.text, .ingest) != nil)

        _ = try await acme.services.keys.revoke(key.id, grant: acme.system.grant())

        #expect(try await acme.services.authenticator.key(text.text, .ingest) == nil)
    }

    @Test func `a key is good for its own kind only`() async throws {
        let acme = try await TestTenant("acme", in: Installation())

        let authenticator = acme.services.authenticator
        #expect(try await authenticator.key(acme.creation.ingestKey.text, .secret) == nil)
        let disguised = acme.creation.ingestKey.text.replacing("gh_ik_", with: "gh_sk_")
        #expect(try await authenticator.key(disguised, .secret) == nil)
        await #expect(throws: AuthFailure.app(.unknownKey(expected: .secret))) {
            try await authenticator.key(disguised, .secret, speaking: nil)
        }
    }

    @Test func `a DSN finds its ingest key, by project and key`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let (key, text) = try await acme.services.keys.create(kind: .ingest, name: "iOS", grant: acme.system.grant())
        let dsn = try #require(DSNKey(text))

        let authenticator = acme.services.authenticator
        #expect(try await authenticator.key(dsn: dsn.text, project: acme.tenant.number)?.key.id == key.id)
        let shouted = dsn.text.uppercased()
        #expect(try await authenticator.key(dsn: shouted, project: acme.tenant.number)?.key.id == key.id)
        #expect(try await authenticator.key(text.text, .ingest)?.key.id == key.id)
    }

    @Test func `a DSN of another project, a revoked one and a key of another kind are unknown`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        let authenticator = acme.services.authenticator
        let (key, text) = try await acme.services.keys.create(kind: .ingest, name: "iOS", grant: acme.system.grant())
        let dsn = try #require(DSNKey(text))

        #expect(try await authenticator.key(dsn: dsn.text, project: globex.tenant.number) == nil)
        #expect(try await authenticator.key(dsn: dsn.text, project: 99) == nil)
        #expect(try await authenticator.key(dsn: String(repeating: "0", count: 32), project: 1) == nil)
        #expect(DSNKey(acme.creation.secretKey) == nil && DSNKey(acme.creation.publishableKey) == nil)
        _ = try await acme.services.keys.revoke(key.id, grant: acme.system.grant())
        #expect(try await authenticator.key(dsn: dsn.text, project: acme.tenant.number) == nil)
    }

    @Test func `a DSN that was made with the ingest key itself keeps working, in its project only`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        let text = acme.creation.ingestKey.text

        let authenticator = acme.services.authenticator
        #expect(try await authenticator.key(dsn: text, project: acme.tenant.number)?.tenant.id == acme.tenant.id)
        #expect(try await authenticator.key(dsn: text, project: globex.tenant.number) == nil)
        let secret = acme.creation.secretKey.text
        #expect(try await authenticator.key(dsn: secret, project: acme.tenant.number) == nil)
    }

    @Test func `the DSN of a suspended tenant is refused as such`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let dsn = try #require(DSNKey(acme.creation.ingestKey))
        _ = try await acme.services.tenants.suspend(acme.tenant.id, grant: acme.installation.installationGrant)

        await #expect(throws: DomainError.conflict(.tenantSuspended)) {
            try await acme.services.authenticator.key(dsn: dsn.text, project: acme.tenant.number)
        }
    }

    @Test func `revoking twice keeps the first time and writes one entry`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let (key, _) = try await acme.services.keys.create(kind: .secret, name: "back end", grant: acme.system.grant())
        let first = try await acme.services.keys.revoke(key.id, grant: acme.system.grant())
        let head = try await acme.services.audit.head(grant: acme.system.grant())
        acme.installation.clock.advance(by: .hours(1))

        let second = try await acme.services.keys.revoke(key.id, grant: acme.system.grant())

        #expect(first.revokedAt == second.revokedAt)
        #expect(try await acme.services.audit.head(grant: acme.system.grant()) == head)
    }

    @Test(.onlySQLite("its files")) func `no credential is on disk`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let token = try await acme.signIn(try await acme.add("Ada")).token.text
        let secrets = [
            token, acme.creation.publishableKey.text, acme.creation.ingestKey.text, acme.creation.secretKey.text,
            try #require(DSNKey(acme.creation.ingestKey)).text,
            TestTenant.password,
        ]

        let files = try FileManager.default.contentsOfDirectory(
            at: try #require(acme.installation.folder),
            includingPropertiesForKeys: nil
        )

        for file in files {
            let bytes = try Data(contentsOf: file)
            for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil) }
        }
        #expect(files.count >= 2)
    }

    @Test func `a member cannot create a secret key with more permissions than their own`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let keys = acme.services.keys
        let vic = try await acme.add("Vic")
        let name = try #require(Role.Name("keeper"))
        let all = Set(PermissionName.grantable)
        let low = acme.access(vic, as: Role(name: name, title: "Keeper", rank: 50, permissions: all))
        let narrow = acme.access(
            vic,
            as: Role(name: name, title: "Keeper", rank: 100, permissions: all.subtracting([.manageUsers]))
        )
        let own = try await keys.create(kind: .secret, name: "Back end", grant: acme.system.grant()).key
        let backEnd = Access(tenant: acme.tenant.id, principal: .key(own.id, from: nil))

        await #expect(throws: DomainError.denied(.outranked)) {
            try await keys.create(kind: .secret, name: "Mine", grant: low.grant())
        }
        await #expect(throws: DomainError.denied(.missingPermission(.manageUsers))) {
            try await keys.create(kind: .secret, name: "Mine", grant: narrow.grant())
        }
        _ = try await keys.create(kind: .publishable, name: "App", grant: low.grant())
        _ = try await keys.create(kind: .ingest, name: "App", grant: narrow.grant())
        _ = try await keys.create(kind: .secret, name: "Next", grant: backEnd.grant())
    }
}
