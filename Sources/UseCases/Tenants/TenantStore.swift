import Domain

/// Stores tenants.
public protocol TenantStore: Sendable {
    /// Inserts a tenant with the built-in roles and the keys of `new`.
    /// - Throws: `.conflict(.slugTaken)`
    func insert(_ new: NewTenant) async throws(DomainError) -> Tenant
    /// Returns a page by slug, A to Z.
    func page(_ request: PageRequest) async throws(DomainError) -> Page<TenantSummary>
    /// - Throws: `.notFound(.tenant)`
    func tenant(_ slug: Tenant.Slug) async throws(DomainError) -> TenantSummary
    /// - Throws: `.notFound(.tenant)`
    func tenant(_ id: Tenant.ID) async throws(DomainError) -> TenantSummary
    /// Returns the tenant that owns a host name; nil when none does.
    func tenant(host: HostName) async throws(DomainError) -> Tenant?
    /// Applies the change to the current tenant, with the audit entries that `audit` creates from the old and the new
    /// one.
    /// - Throws: `.notFound(.tenant)`
    func update(
        _ id: Tenant.ID,
        _ change: TenantChange,
        audit: @escaping @Sendable (_ before: Tenant, _ after: Tenant) -> [AuditDraft]
    ) async throws(DomainError) -> Tenant
    /// - Throws: `.notFound(.tenant)`, `.conflict(.hostTaken)`, `.invalid` when the tenant has its maximum.
    func add(_ host: HostName, to id: Tenant.ID, at now: Timestamp, audit: AuditDraft) async throws(DomainError)
    /// Removes a host name; does nothing when the tenant does not have it.
    func remove(_ host: HostName, from id: Tenant.ID, audit: AuditDraft) async throws(DomainError)
}

/// The changes of a tenant. A nil property stays as it is.
public struct TenantChange: Sendable, Hashable {
    public let name: String?
    public let state: Tenant.State?

    public init(name: String? = nil, state: Tenant.State? = nil) {
        self.name = name
        self.state = state
    }
}

/// A tenant with its host names.
public struct TenantSummary: Sendable, Hashable {
    public let tenant: Tenant
    public let hosts: [HostName]
    public let users: Int

    public init(tenant: Tenant, hosts: [HostName], users: Int) {
        self.tenant = tenant
        self.hosts = hosts
        self.users = users
    }
}

/// A tenant that does not exist yet, with its first keys.
public struct NewTenant: Sendable {
    public let id: Tenant.ID
    public let slug: Tenant.Slug
    public let name: String
    public let createdAt: Timestamp
    public let keys: [(key: APIKey, hashes: KeyHashes)]
    public let audit: AuditDraft
}
