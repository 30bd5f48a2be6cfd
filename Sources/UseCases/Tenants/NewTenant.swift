import Domain

/// A tenant that does not exist yet, with its first keys.
public struct NewTenant: Sendable {
    public let id: Tenant.ID
    public let slug: Tenant.Slug
    public let name: String
    public let createdAt: Timestamp
    public let keys: [(key: APIKey, hashes: KeyHashes)]
    public let audit: AuditDraft
}
