/// A key that a tenant issues to an app or a backend. Only its SHA-256 is stored.
public struct APIKey: Sendable, Hashable {
    public typealias ID = Identifier<APIKey>

    public enum Kind: String, Sendable, CaseIterable {
        /// Identifies a tenant for sign-in; public, shipped in apps.
        case publishable
        /// May only post events; public, shipped in apps.
        case ingest
        /// Acts for the tenant's backend.
        case secret
    }

    public static let nameMaximumLength = 100

    public let id: ID
    public let tenant: Tenant.ID
    public let kind: Kind
    public let name: String
    /// The first and last characters of the key, enough to recognise it: `gh_pk_…x7Qa`.
    public let hint: String
    public let createdAt: Timestamp
    public let lastUsedAt: Timestamp?
    public let revokedAt: Timestamp?

    public init(
        id: ID,
        tenant: Tenant.ID,
        kind: Kind,
        name: String,
        hint: String,
        createdAt: Timestamp,
        lastUsedAt: Timestamp?,
        revokedAt: Timestamp?
    ) {
        self.id = id
        self.tenant = tenant
        self.kind = kind
        self.name = name
        self.hint = hint
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.revokedAt = revokedAt
    }
}
