import Crypto
import Domain
import Foundation

/// The signing keys of tenants: made on first use, changed every few months, published before and after they sign; one
/// that leaked is taken away at once.
///
/// Which keys there are is for the store to say, each time; opened ones are kept. That a key is known says nothing of
/// any session: those are read in the database each time.
public final class SigningKeyRing: Sendable {
    struct Entry: Sendable {
        let key: SigningKey
        let publicKey: P256.Signing.PublicKey
        let privateKey: P256.Signing.PrivateKey
    }

    /// Keys as they are stored, opened.
    private struct Ring: Sendable {
        let stored: [StoredSigningKey]
        let entries: [Entry]
    }

    private let store: any SigningKeyStore
    private let vault: Vault
    private let schedule: SigningKeySchedule
    private let systemContext: SystemContext
    private let cache = KeyCache<Ring>()

    public init(
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

    /// What is published now, in the order in which the keys sign; never empty.
    public func published(of tenant: Tenant.ID) async throws(DomainError) -> [SigningKey] {
        let now = systemContext.now()
        return try await ring(of: tenant).map(\.key).filter { $0.isPublished(at: now, overlap: schedule.overlap) }
    }

    /// The key that signs now.
    func signer(of tenant: Tenant.ID) async throws(DomainError) -> Entry {
        let now = systemContext.now()
        let entries = try await ring(of: tenant)
        // After a leak there may be no key but one that a node with a clock a little ahead has made.
        guard let entry = entries.last(where: { $0.key.signs(at: now) }) ?? entries.first else {
            throw .unavailable(retryAfter: .seconds(1))
        }
        return entry
    }

    /// - Returns: nil for a name that this tenant has no published key of.
    func key(_ name: SigningKey.Name, of tenant: Tenant.ID) async throws(DomainError) -> P256.Signing.PublicKey? {
        let now = systemContext.now()
        return try await ring(of: tenant)
            .first { $0.key.name == name && $0.key.isPublished(at: now, overlap: schedule.overlap) }?.publicKey
    }

    /// Whether it is a key of this tenant that leaked. Long after that nobody knows.
    func isWithdrawn(_ name: SigningKey.Name, of tenant: Tenant.ID) async throws(DomainError) -> Bool {
        try await store.keys(of: tenant).contains { $0.key.name == name && $0.key.isWithdrawn }
    }

    /// The same, for someone who may look at keys.
    public func published(grant: Grant<ReadKeys>) async throws(DomainError) -> [SigningKey] {
        try await published(of: grant.tenant)
    }

    /// Names the next key, which signs after the notice; until then, and for a while after, both are published. While
    /// one is on its way no other is made, so that the list of keys stays short.
    /// - Returns: the key that signs next.
    public func rotate(grant: Grant<ManageKeys>) async throws(DomainError) -> SigningKey {
        let now = systemContext.now()
        try grant.principal.mustHaveProven(by: now)
        let last = try await ring(of: grant.tenant).last
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

    /// Takes every key away at once and signs with a new one, for the one that signs is in someone else's hands; one
    /// that waits was kept in the same place. Tokens that were signed before are refused as if they had run out, and
    /// sessions go on.
    /// - Returns: the key that signs now.
    public func replaceLeaked(grant: Grant<ManageKeys>) async throws(DomainError) -> SigningKey {
        _ = try await replace(leaked: try await signer(of: grant.tenant).key.name, grant: grant)
        return try await signer(of: grant.tenant).key
    }

    /// The same for a key that was seen to sign.
    /// - Returns: false when it has been taken away already: then nothing is done, so that who asks twice makes no
    ///   other key.
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

    /// Those of the store, with a first key when there is none and the next one when its time has come.
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

    /// A day longer than it can matter.
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

    /// Those that are not withdrawn.
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
        // The public half that counts is the one of the sealed private half; the stored one only has to agree.
        guard let privateKey = try? P256.Signing.PrivateKey(rawRepresentation: secret),
            Array(privateKey.publicKey.rawRepresentation) == stored.key.point
        else { throw DomainError(VaultFailure.unreadable) }
        return Entry(key: stored.key, publicKey: privateKey.publicKey, privateKey: privateKey)
    }

    private static func place(_ name: SigningKey.Name) -> SecretPlace {
        SecretPlace(table: "signing_keys", column: "private", row: Array(name.utf8))
    }
}
