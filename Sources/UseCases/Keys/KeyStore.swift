import Domain
import Foundation

/// Stores keys.
public protocol KeyStore: Sendable {
    /// - Returns: nil for a token that this tenant does not have.
    func record(_ token: CredentialHash, in tenant: Tenant.ID) async throws(DomainError) -> KeyRecord?
    /// Finds a key by the two parts of a Sentry DSN.
    /// - Parameter project: the number of the tenant.
    /// - Returns: nil for a key that this tenant does not have.
    func record(dsn: CredentialHash, project: Int) async throws(DomainError) -> KeyRecord?
    /// Returns a page, newest first.
    func page(_ request: PageRequest, in tenant: Tenant.ID) async throws(DomainError) -> Page<APIKey>
    /// - Throws: `.notFound(.key)`
    func key(_ id: APIKey.ID, in tenant: Tenant.ID) async throws(DomainError) -> APIKey
    /// - Throws: `.invalid` when the tenant has its maximum of active keys.
    func insert(_ key: APIKey, hashes: KeyHashes, in tenant: Tenant.ID, audit: AuditDraft) async throws(DomainError)
    /// Revokes a key. Revoking twice keeps the first time stamp and writes one audit entry.
    /// - Throws: `.notFound(.key)`
    func revoke(
        _ id: APIKey.ID,
        in tenant: Tenant.ID,
        at moment: Timestamp,
        audit: AuditDraft
    ) async throws(DomainError) -> APIKey
    func record(_ sightings: [KeySighting]) async throws(DomainError)
}
