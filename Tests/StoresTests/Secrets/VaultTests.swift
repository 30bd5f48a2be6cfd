import Database
import Domain
import Fixtures
import Foundation
import Testing

@testable import UseCases

@Suite struct VaultTests {
    private static let secret = Data("a seed".utf8)
    private static let row = User.ID(UUID())
    private static let place = SecretPlace(table: "factors", column: "seed", row: row)

    let installation: Installation
    let acme: Tenant.ID
    var vault: Vault { installation.services.vault }

    init() async throws {
        installation = try await Installation()
        acme = try await installation.newTenant("acme").tenant.id
    }

    @Test func `what was sealed is opened for the same tenant and place`() async throws {
        let sealed = try await vault.seal(Self.secret, for: acme, place: Self.place)

        #expect(try await vault.open(sealed, for: acme, place: Self.place) == Self.secret)
        #expect(sealed.range(of: Self.secret) == nil)
        #expect(try await vault.seal(Self.secret, for: acme, place: Self.place) != sealed)
    }

    @Test func `it is opened for no other tenant, row, column or table`() async throws {
        let globex = try await installation.newTenant("globex").tenant.id
        let sealed = try await vault.seal(Self.secret, for: acme, place: Self.place)
        _ = try await vault.seal(Self.secret, for: globex, place: Self.place)
        let others: [(Tenant.ID, SecretPlace)] = [
            (globex, Self.place),
            (acme, SecretPlace(table: "factors", column: "seed", row: User.ID(UUID()))),
            (acme, SecretPlace(table: "factors", column: "code", row: Self.row)),
            (acme, SecretPlace(table: "factorss", column: "eed", row: Self.row)),
        ]

        for (tenant, place) in others {
            await #expect(throws: VaultFailure.unreadable) { try await vault.open(sealed, for: tenant, place: place) }
        }
    }

    @Test func `a flipped bit anywhere makes it unreadable`() async throws {
        let sealed = try await vault.seal(Self.secret, for: acme, place: Self.place)

        for place in sealed.indices {
            var changed = sealed
            changed[place] ^= 1
            await #expect(throws: VaultFailure.unreadable, "byte \(place)") {
                try await vault.open(changed, for: acme, place: Self.place)
            }
        }
        for length in 0..<sealed.count {
            await #expect(throws: VaultFailure.unreadable) {
                try await vault.open(sealed.prefix(length), for: acme, place: Self.place)
            }
        }
    }

    @Test func `another root key opens nothing, and makes no new key beside the one that it cannot read`() async throws
    {
        let sealed = try await vault.seal(Self.secret, for: acme, place: Self.place)
        let other = Vault(
            store: installation.stores.tenantKeys,
            root: RootKey(bytes: Array(repeating: 8, count: 32)),
            systemContext: .system
        )

        await #expect(throws: VaultFailure.unreadable) { try await other.open(sealed, for: acme, place: Self.place) }
        await #expect(throws: VaultFailure.unreadable) {
            try await other.seal(Self.secret, for: acme, place: Self.place)
        }
        #expect(try await installation.stores.tenantKeys.keys(of: acme).count == 1)
    }

    @Test func `nodes that seal at the same time agree on one key`() async throws {
        let vaults = (0..<16).map { _ in
            Vault(store: installation.stores.tenantKeys, root: installation.root, systemContext: .system)
        }

        let sealed = try await withThrowingTaskGroup(of: Data.self) { group in
            for vault in vaults { group.addTask { try await vault.seal(Self.secret, for: acme, place: Self.place) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        for bytes in sealed { #expect(try await vault.open(bytes, for: acme, place: Self.place) == Self.secret) }
        #expect(try await installation.stores.tenantKeys.keys(of: acme).count == 1)
    }

    @Test func `the installation has a key of its own`() async throws {
        let sealed = try await vault.seal(Self.secret, for: Tenant.installation, place: Self.place)

        #expect(try await vault.open(sealed, for: Tenant.installation, place: Self.place) == Self.secret)
    }

    @Test func `with its key everything that a tenant sealed is gone`() async throws {
        let sealed = try await vault.seal(Self.secret, for: acme, place: Self.place)
        let tenant = acme

        _ = try await installation.control.write(.tenant(tenant.uuid)) { transaction in
            try transaction.execute("DELETE FROM tenant_keys WHERE tenant_id = \(tenant)")
        }

        let later = Vault(store: installation.stores.tenantKeys, root: installation.root, systemContext: .system)
        await #expect(throws: VaultFailure.unreadable) { try await later.open(sealed, for: tenant, place: Self.place) }
    }
}
