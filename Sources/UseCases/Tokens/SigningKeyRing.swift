import Crypto
import Domain
import Foundation

/// Manages the signing keys of tenants: created on first use, rotated every few months, published before and after they
/// sign; a leaked one is withdrawn at once.
///
/// The store is asked for the list of keys each time; opened keys are cached. A cached key does not mean that a session
/// is valid: sessions are read from the database each time.
public final class SigningKeyRing: Sendable {
    struct Entry: Sendable {
        let key: SigningKey
        let publicKey: P256.Signing.PublicKey
        let privateKey: P256.Signing.PrivateKey
    }

    /// The opened keys of a tenant.
    private struct Ring: Sendable {
        let stored: [StoredSigningKey]
        let entries: [Entry]
    }

    private let store: any SigningKeyStore
    private let vault: Vault
    private let schedule: SigningKeySchedule
    private let systemContext: SystemContext
    private let cache = KeyCache<Ring>()

    init(
        store: any SigningKeyStore,
        vault: Vault,
        schedule: SigningKeySchedule = .init(),
        systemContext: SystemContext
    ) {
        self.store = store
        self.vault = vault
        self.schedule = schedule
        self.systemContext = systemContext
    }

    /// Returns the published keys, in the order in which they sign; never empty.
    public func published(of tenant: Tenant.ID) async throws(DomainError) -> [SigningKey] {
        let now = systemContext.now()
        return try await ring(of: tenant).map(\.key).filter { $0.isPublished(at: now, overlap: schedule.overlap) }
    }

    /// Returns the key that signs now.
    func signer(of tenant: Tenant.ID) async throws(DomainError) -> Entry {
        let now = systemContext.now()
        let entries = try await ring(of: tenant)
        // After a leak the only key may be one that a node with a clock a little ahead has created.
        guard let entry = entries.last(where: { $0.key.signs(at: now) }) ?? entries.first else {
            throw .unavailable(retryAfter: .seconds(1))
        }
        return entry
    }

    /// - Returns: nil for a name that is no published key of this tenant.
    func key(_ name: SigningKey.Name, of tenant: Tenant.ID) async throws(DomainError) -> P256.Signing.PublicKey? {
        let now = systemContext.now()
        return try await ring(of: tenant)
            .first { $0.key.name == name && $0.key.isPublished(at: now, overlap: schedule.overlap) }?.publicKey
    }

    /// Whether this key of the tenant was withdrawn as leaked. The record is deleted after a long time.
    func isWithdrawn(_ name: SigningKey.Name, of tenant: Tenant.ID) async throws(DomainError) -> Bool {
        try await store.keys(of: tenant).contains { $0.key.name == name && $0.key.isWithdrawn }
    }

    /// Returns the published keys for a caller with permission to read keys.
    public func published(grant: Grant<ReadKeys>) async throws(DomainError) -> [SigningKey] {
        try await published(of: grant.tenant)
    }

    /// Creates the next key, which signs after the notice period; until then, and for a while after, both are
    /// published. While one is waiting no other is created, so that the list of keys stays short.
    /// - Returns: the next signing key.
    public func rotate(grant: Grant<ManageKeys>) async throws(DomainError) -> SigningKey {
        try grant.principal.mustHaveProven(by: systemContext.now())
        let last = try await ring(of: grant.tenant).last
        // The first key may have been created just now.
        let now = systemContext.now()
        if let last, !last.key.signs(at: now) { return last.key }
        let new = try await makeKey(for: grant.tenant, activatesAt: now + schedule.notice)
        let audit = AuditDraft(
            .signingKeyRotated,
            by: grant.principal,
            at: now,
            target: .init(.tenant, grant.tenant),
            changes: [.init("kid", from: last?.key.name, to: new.key.name)]
        )
        _ = try await store.add(new, after: last?.key.name, forgetting: forgotten, audit: audit)
        return try await read(grant.tenant).last?.key ?? new.key
    }

    /// Withdraws every key at once and signs with a new one, because the signing key has leaked; the waiting key was
    /// stored with it, so it is deleted too. Tokens signed before are rejected like expired ones, and sessions stay.
    /// - Returns: the new signing key.
    public func replaceLeaked(grant: Grant<ManageKeys>) async throws(DomainError) -> SigningKey {
        _ = try await replace(leaked: try await signer(of: grant.tenant).key.name, grant: grant)
        return try await signer(of: grant.tenant).key
    }

    /// Replaces a key that was seen to sign forged tokens.
    /// - Returns: false when it has been withdrawn already: a repeated call creates no further key.
    public func replace(leaked: SigningKey.Name, grant: Grant<ManageKeys>) async throws(DomainError) -> Bool {
        let now = systemContext.now()
        try grant.principal.mustHaveProven(by: now)
        let new = try await makeKey(for: grant.tenant, activatesAt: now)
        let audit = AuditDraft(
            .signingKeyWithdrawn,
            by: grant.principal,
            at: now,
            target: .init(.tenant, grant.tenant),
            changes: [.init("kid", from: leaked, to: new.key.name), .init("reason", from: nil, to: "leaked")]
        )
        return try await store.replaceAll(leaked: leaked, by: new, audit: audit)
    }

    /// Returns the stored keys, and creates the first one when there is none, or the next one when it is due.
    private func ring(of tenant: Tenant.ID) async throws(DomainError) -> [Entry] {
        let now = systemContext.now()
        let entries = try await read(tenant)
        guard let last = entries.last?.key else { return try await add(after: nil, activatesAt: now, to: tenant) }
        let due = last.activatesAt + schedule.period
        guard now >= due - schedule.notice else { return entries }
        return try await add(after: last.name, activatesAt: max(due, now + schedule.notice), to: tenant)
    }

    private func add(
        after previous: SigningKey.Name?,
        activatesAt: Timestamp,
        to tenant: Tenant.ID
    ) async throws(DomainError) -> [Entry] {
        let new = try await makeKey(for: tenant, activatesAt: activatesAt)
        _ = try await store.add(new, after: previous, forgetting: forgotten, audit: nil)
        return try await read(tenant)
    }

    /// A day longer than a withdrawn key can still matter.
    private var forgotten: Timestamp { systemContext.now() - schedule.overlap - .days(1) }

    private func makeKey(for tenant: Tenant.ID, activatesAt: Timestamp) async throws(DomainError) -> StoredSigningKey {
        let privateKey = P256.Signing.PrivateKey()
        let point = Array(privateKey.publicKey.rawRepresentation)
        let name = JSONWebKey.thumbprint(ofPoint: point)
        do throws(VaultFailure) {
            let sealed = try await vault.seal(privateKey.rawRepresentation, for: tenant, place: Self.place(name))
            let key = SigningKey(
                name: name,
                tenant: tenant,
                point: point,
                createdAt: min(systemContext.now(), activatesAt),
                activatesAt: activatesAt,
                retiresAt: nil
            )
            return StoredSigningKey(key: key, sealed: sealed)
        } catch { throw DomainError(error) }
    }

    /// Returns the keys that are not withdrawn.
    private func read(_ tenant: Tenant.ID) async throws(DomainError) -> [Entry] {
        let stored = try await store.keys(of: tenant)
        if let ring = cache[tenant], ring.stored == stored { return ring.entries }
        var entries: [Entry] = []
        for key in stored where !key.key.isWithdrawn { entries.append(try await open(key)) }
        if !entries.isEmpty { cache[tenant] = Ring(stored: stored, entries: entries) }
        return entries
    }

    private func open(_ stored: StoredSigningKey) async throws(DomainError) -> Entry {
        let secret: Data
        do throws(VaultFailure) {
            secret = try await vault.open(stored.sealed, for: stored.key.tenant, place: Self.place(stored.key.name))
        } catch { throw DomainError(error) }
        // The public half is derived from the sealed private half; the stored one only has to agree.
        guard let privateKey = try? P256.Signing.PrivateKey(rawRepresentation: secret),
            Array(privateKey.publicKey.rawRepresentation) == stored.key.point
        else { throw DomainError(VaultFailure.unreadable) }
        return Entry(key: stored.key, publicKey: privateKey.publicKey, privateKey: privateKey)
    }

    private static func place(_ name: SigningKey.Name) -> SecretPlace {
        SecretPlace(table: "signing_keys", column: "private", row: Array(name.utf8))
    }
}

/// Stores the signing keys of tenants.
public protocol SigningKeyStore: Sendable {
    /// Returns all keys that are not deleted, including withdrawn ones; the one that begins to sign last is the last.
    func keys(of tenant: Tenant.ID) async throws(DomainError) -> [StoredSigningKey]
    /// Adds a key after the one named `previous`, which retires when the new one activates; and deletes keys that
    /// retired before `forgotten`. Changes nothing when `previous` is not the latest any more: then another node has
    /// done it.
    /// - Returns: whether it was added.
    func add(
        _ new: StoredSigningKey,
        after previous: SigningKey.Name?,
        forgetting forgotten: Timestamp,
        audit: AuditDraft?
    ) async throws(DomainError) -> Bool
    /// Withdraws every key, destroys their private halves, and adds one that signs from now on. Changes nothing when
    /// `leaked` is withdrawn already: then another node has done it.
    /// - Returns: whether the keys were replaced.
    func replaceAll(
        leaked: SigningKey.Name,
        by new: StoredSigningKey,
        audit: AuditDraft
    ) async throws(DomainError) -> Bool
}

/// A signing key with its sealed private half, which is empty for a withdrawn one.
public struct StoredSigningKey: Sendable, Hashable {
    public let key: SigningKey
    public let sealed: Data

    public init(key: SigningKey, sealed: Data) {
        self.key = key
        self.sealed = sealed
    }
}
