import Crypto
import Domain
import Foundation
import Synchronization

/// Seals values that must be stored and read again: Apple keys, signing keys, TOTP secrets.
///
/// Each tenant has a data key of its own: 32 random bytes, wrapped by a key derived from the root key. A sealed value
/// is `1 ‖ key version 2 ‖ nonce 12 ‖ ciphertext ‖ tag 16` (AES-256-GCM), bound to table, column, tenant and row. The
/// installation itself (`Tenant.installation`) has a key like a tenant.
public final class Vault: Sendable {
    /// The purpose, besides sealing, for which a key is derived from the tenant's.
    public enum Purpose: String, Sendable {
        case refresh, subject
    }

    /// A tenant's opened key.
    struct TenantKey: Sendable {
        let version: Int
        let key: SymmetricKey
    }

    private let store: any TenantKeyStore
    private let wrapping: SymmetricKey
    private let systemContext: SystemContext
    private let cache = KeyCache<[TenantKey]>()

    init(store: any TenantKeyStore, root: RootKey, systemContext: SystemContext) {
        self.store = store
        self.systemContext = systemContext
        wrapping = root.derived(for: .wrap)
    }

    public func seal(
        _ secret: some DataProtocol,
        for tenant: Tenant.ID,
        place: SecretPlace
    ) async throws(VaultFailure) -> Data {
        SealedBytes.seal(
            secret,
            with: try await current(of: tenant),
            binding: Self.binding(tenant, place),
            systemContext
        )
    }

    /// - Throws: `.unreadable` unless it was sealed by this installation, for this tenant and place.
    public func open(_ sealed: Data, for tenant: Tenant.ID, place: SecretPlace) async throws(VaultFailure) -> Data {
        guard let version = SealedBytes.version(of: sealed) else { throw .unreadable }
        let key = try await key(version, of: tenant)
        guard let secret = SealedBytes.open(sealed, with: key, binding: Self.binding(tenant, place)) else {
            throw .unreadable
        }
        return secret
    }

    /// The version that new values are sealed with.
    public func currentVersion(of tenant: Tenant.ID) async throws(VaultFailure) -> Int {
        try await current(of: tenant).version
    }

    /// Derives a key for one purpose and one object, from the tenant's key of that version.
    public func derived(
        _ purpose: Purpose,
        about thing: [UInt8],
        version: Int,
        of tenant: Tenant.ID
    ) async throws(VaultFailure) -> SymmetricKey {
        let key = try await key(version, of: tenant)
        return HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key.key,
            salt: thing,
            info: Data("gatehouse/1/tenant/\(purpose.rawValue)".utf8),
            outputByteCount: 32
        )
    }

    private func key(_ version: Int, of tenant: Tenant.ID) async throws(VaultFailure) -> TenantKey {
        if let known = cache[tenant]?.first(where: { $0.version == version }) { return known }
        // Another node may have created the key.
        guard let found = try await load(tenant).first(where: { $0.version == version }) else { throw .unreadable }
        return found
    }

    private func current(of tenant: Tenant.ID) async throws(VaultFailure) -> TenantKey {
        if let known = cache[tenant]?.last { return known }
        if let stored = try await load(tenant).last { return stored }
        let first = TenantKey(version: 1, key: SymmetricKey(data: systemContext.random(32)))
        let wrapped = first.key.withUnsafeBytes {
            SealedBytes.seal(
                Data($0),
                with: TenantKey(version: 1, key: wrapping),
                binding: Self.wrapBinding(tenant, 1),
                systemContext
            )
        }
        do throws(DomainError) {
            // When two nodes create the key at the same time, one key is stored; both nodes use the stored one.
            try await store.insert(
                WrappedTenantKey(version: 1, wrapped: wrapped, createdAt: systemContext.now()),
                of: tenant
            )
        } catch { throw VaultFailure(error) }
        guard let stored = try await load(tenant).last else { throw .unreadable }
        return stored
    }

    /// Returns all versions, the newest last.
    private func load(_ tenant: Tenant.ID) async throws(VaultFailure) -> [TenantKey] {
        let stored: [WrappedTenantKey]
        do throws(DomainError) { stored = try await store.keys(of: tenant) } catch { throw VaultFailure(error) }
        var keys: [TenantKey] = []
        for wrapped in stored.sorted(by: { $0.version < $1.version }) {
            let wrap = TenantKey(version: 1, key: wrapping)
            guard
                let bytes = SealedBytes.open(
                    wrapped.wrapped,
                    with: wrap,
                    binding: Self.wrapBinding(tenant, wrapped.version)
                ),
                bytes.count == 32
            else { throw .unreadable }
            keys.append(TenantKey(version: wrapped.version, key: SymmetricKey(data: bytes)))
        }
        if !keys.isEmpty { cache[tenant] = keys }
        return keys
    }

    private static func binding(_ tenant: Tenant.ID, _ place: SecretPlace) -> Data {
        SealedBytes.joined([Array(place.table.utf8), Array(place.column.utf8), tenant.uuid.bytes, place.row])
    }

    private static func wrapBinding(_ tenant: Tenant.ID, _ version: Int) -> Data {
        SealedBytes.joined([
            Array("tenant_keys".utf8), Array("wrapped".utf8), tenant.uuid.bytes, Array(String(version).utf8),
        ])
    }
}

extension DomainError {
    /// A secret that cannot be read is the server's error, never the caller's.
    public init(_ failure: VaultFailure) {
        switch failure {
        case .unreadable: self = .unavailable(retryAfter: .seconds(30))
        case .unavailable(let wait): self = .unavailable(retryAfter: wait)
        }
    }
}

/// Explains why a sealed value cannot be opened.
public enum VaultFailure: Error, Sendable, Hashable {
    /// The value was sealed for another tenant, column or row, with another root key, or has been changed.
    case unreadable
    /// The tenant's key cannot be read now.
    case unavailable(retryAfter: Duration)

    init(_ error: DomainError) {
        if case .unavailable(let wait) = error {
            self = .unavailable(retryAfter: wait)
        } else {
            self = .unavailable(retryAfter: .seconds(1))
        }
    }
}

/// Caches tenants' keys in this process. An entry never changes its meaning, so it may be evicted, but never has to be.
final class KeyCache<Value: Sendable>: Sendable {
    /// The number of cached tenants above which the cache is emptied.
    private static var maximumTenants: Int { 2000 }

    private let values = Mutex<[Tenant.ID: Value]>([:])

    subscript(tenant: Tenant.ID) -> Value? {
        get { values.withLock { $0[tenant] } }
        set {
            values.withLock { values in
                if values.count >= Self.maximumTenants, values[tenant] == nil { values.removeAll() }
                values[tenant] = newValue
            }
        }
    }
}

/// Identifies the cell of a sealed value, which can be opened for no other cell.
public struct SecretPlace: Sendable, Hashable {
    let table: String
    let column: String
    let row: [UInt8]

    public init(table: StaticString, column: StaticString, row: [UInt8]) {
        self.table = table.description
        self.column = column.description
        self.row = row
    }

    public init<Subject>(table: StaticString, column: StaticString, row: Identifier<Subject>) {
        self.init(table: table, column: column, row: row.uuid.bytes)
    }
}

/// Stores the wrapped keys of tenants.
public protocol TenantKeyStore: Sendable {
    /// Returns all versions; none before the first use.
    func keys(of tenant: Tenant.ID) async throws(DomainError) -> [WrappedTenantKey]
    /// Inserts the key, unless there is one of that version already.
    func insert(_ key: WrappedTenantKey, of tenant: Tenant.ID) async throws(DomainError)
}

/// A tenant's data key as stored: worthless without the root key.
public struct WrappedTenantKey: Sendable, Hashable {
    public let version: Int
    public let wrapped: Data
    public let createdAt: Timestamp

    public init(version: Int, wrapped: Data, createdAt: Timestamp) {
        self.version = version
        self.wrapped = wrapped
        self.createdAt = createdAt
    }
}
