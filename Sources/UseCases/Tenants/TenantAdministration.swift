import Domain
import Foundation

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
    public let keys: [(key: APIKey, token: CredentialHash)]
    public let audit: AuditDraft

    public init(
        id: Tenant.ID,
        slug: Tenant.Slug,
        name: String,
        createdAt: Timestamp,
        keys: [(key: APIKey, token: CredentialHash)],
        audit: AuditDraft
    ) {
        self.id = id
        self.slug = slug
        self.name = name
        self.createdAt = createdAt
        self.keys = keys
        self.audit = audit
    }
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
    /// Applies the change to the current tenant, with the audit entries that `audit` makes from the old and the new
    /// one.
    /// - Throws: `.notFound(.tenant)`
    func update(
        _ id: Tenant.ID,
        _ change: TenantChange,
        audit: @escaping @Sendable (_ before: Tenant, _ after: Tenant) -> [AuditDraft]
    ) async throws(DomainError) -> Tenant
    /// - Throws: `.notFound(.tenant)`, `.conflict(.hostTaken)`, `.invalid` when the tenant has its maximum.
    func add(_ host: HostName, to id: Tenant.ID, at moment: Timestamp, audit: AuditDraft) async throws(DomainError)
    /// Removes a host name; does nothing when the tenant does not have it.
    func remove(_ host: HostName, from id: Tenant.ID, audit: AuditDraft) async throws(DomainError)
}

/// Lets an operator manage the tenants of the installation.
public struct TenantAdministration: Sendable {
    public static let maximumHosts = 20

    let tenants: any TenantStore
    let systemContext: SystemContext

    public init(tenants: any TenantStore, systemContext: SystemContext) {
        self.tenants = tenants
        self.systemContext = systemContext
    }

    /// A new tenant with the texts of its keys, which are shown once.
    public struct Creation: Sendable {
        public let tenant: Tenant
        public let publishableKey: Credential
        public let ingestKey: Credential
        public let secretKey: Credential
    }

    public func page(
        _ request: PageRequest,
        grant _: InstallationGrant
    ) async throws(DomainError) -> Page<TenantSummary> {
        try await tenants.page(request)
    }

    /// - Throws: `.notFound(.tenant)`
    public func tenant(_ slug: Tenant.Slug, grant _: InstallationGrant) async throws(DomainError) -> TenantSummary {
        try await tenants.tenant(slug)
    }

    /// - Throws: `.notFound(.tenant)`
    public func tenant(_ id: Tenant.ID, grant _: InstallationGrant) async throws(DomainError) -> TenantSummary {
        try await tenants.tenant(id)
    }

    /// - Throws: `.invalid`, `.conflict(.slugTaken)`
    public func create(slug: String, name: String, grant: InstallationGrant) async throws(DomainError) -> Creation {
        var problems: [FieldProblem] = []
        let slugValue = Self.slug(slug, &problems)
        let title = Self.name(name, &problems)
        guard problems.isEmpty, let slugValue, let title else { throw .invalid(problems) }
        let id: Tenant.ID = systemContext.newID()
        let keys = APIKey.Kind.allCases.map {
            KeyAdministration.newKey(kind: $0, name: "First \($0.rawValue) key", tenant: id, systemContext)
        }
        let now = systemContext.now()
        let audit = AuditDraft(
            .tenantCreated,
            by: grant.principal,
            at: now,
            target: .init(.tenant, id),
            changes: [.init("slug", from: nil, to: slug), .init("name", from: nil, to: title)]
        )
        let tenant = try await tenants.insert(
            NewTenant(
                id: id,
                slug: slugValue,
                name: title,
                createdAt: now,
                keys: keys.map { ($0.0, CredentialHash($0.1)) },
                audit: audit
            )
        )
        return Creation(tenant: tenant, publishableKey: keys[0].1, ingestKey: keys[1].1, secretKey: keys[2].1)
    }

    /// Renames a tenant, suspends it or reactivates it, in one change. Every session and key of a suspended tenant is
    /// rejected until it is active again.
    /// - Throws: `.notFound(.tenant)`, `.invalid`
    public func change(
        _ id: Tenant.ID,
        name: String? = nil,
        state: Tenant.State? = nil,
        grant: InstallationGrant
    ) async throws(DomainError) -> Tenant {
        var problems: [FieldProblem] = []
        let title = name.flatMap { Self.name($0, &problems) }
        guard problems.isEmpty else { throw .invalid(problems) }
        let now = systemContext.now()
        if state == .suspended { try grant.principal.mustHaveProven(by: now) }
        return try await tenants.update(id, TenantChange(name: title, state: state)) { before, after in
            Self.audit(of: before, to: after, by: grant.principal, at: now)
        }
    }

    /// Returns an entry for each changed attribute.
    private static func audit(
        of before: Tenant,
        to after: Tenant,
        by principal: Principal,
        at now: Timestamp
    ) -> [AuditDraft] {
        func draft(_ action: AuditEntry.Action, _ change: AuditEntry.Change) -> AuditDraft {
            AuditDraft(action, by: principal, at: now, target: .init(.tenant, before.id), changes: [change])
        }
        var drafts: [AuditDraft] = []
        if before.name != after.name {
            drafts.append(draft(.tenantUpdated, .init("name", from: before.name, to: after.name)))
        }
        if before.state != after.state {
            drafts.append(
                draft(
                    after.state == .suspended ? .tenantSuspended : .tenantActivated,
                    .init("state", from: before.state.rawValue, to: after.state.rawValue)
                )
            )
        }
        return drafts
    }

    /// - Throws: `.notFound(.tenant)`, `.invalid`
    public func rename(_ id: Tenant.ID, to name: String, grant: InstallationGrant) async throws(DomainError) -> Tenant {
        try await change(id, name: name, grant: grant)
    }

    /// - Throws: `.notFound(.tenant)`
    public func suspend(_ id: Tenant.ID, grant: InstallationGrant) async throws(DomainError) -> Tenant {
        try grant.principal.mustHaveProven(by: systemContext.now())
        return try await change(id, state: .suspended, grant: grant)
    }

    /// - Throws: `.notFound(.tenant)`
    public func activate(_ id: Tenant.ID, grant: InstallationGrant) async throws(DomainError) -> Tenant {
        try await change(id, state: .active, grant: grant)
    }

    /// Adds a host name: requests to it are for this tenant, even without a key.
    /// - Throws: `.notFound(.tenant)`, `.invalid`, `.conflict(.hostTaken)`
    public func add(host text: String, to id: Tenant.ID, grant: InstallationGrant) async throws(DomainError) {
        guard let host = HostName(text) else {
            throw .invalid("host", .malformed("Enter a domain like sign-in.example.com."))
        }
        let audit = draft(.tenantHostAdded, id, grant, [.init("host", from: nil, to: host.description)])
        try await tenants.add(host, to: id, at: systemContext.now(), audit: audit)
    }

    /// - Throws: `.notFound(.tenant)`
    public func remove(host: HostName, from id: Tenant.ID, grant: InstallationGrant) async throws(DomainError) {
        let audit = draft(.tenantHostRemoved, id, grant, [.init("host", from: host.description, to: nil)])
        try await tenants.remove(host, from: id, audit: audit)
    }

    private func draft(
        _ action: AuditEntry.Action,
        _ id: Tenant.ID,
        _ grant: InstallationGrant,
        _ changes: [AuditEntry.Change]
    ) -> AuditDraft {
        AuditDraft(action, by: grant.principal, at: systemContext.now(), target: .init(.tenant, id), changes: changes)
    }

    private static func slug(_ text: String, _ problems: inout [FieldProblem]) -> Tenant.Slug? {
        guard let slug = Tenant.Slug(text) else {
            problems.append(
                .init(
                    field: "slug",
                    rule: .malformed("Use 2 to 40 lower-case letters, digits and hyphens, no hyphen at the ends.")
                )
            )
            return nil
        }
        if slug.isReserved {
            problems.append(
                .init(
                    field: "slug",
                    rule: .malformed("“\(slug)” is reserved for URLs of Gatehouse. Choose another.")
                )
            )
        }
        return slug
    }

    private static func name(_ text: String, _ problems: inout [FieldProblem]) -> String? {
        do {
            if let name = try DisplayName.validated(text, maximumLength: Tenant.nameLengths.upperBound) { return name }
            problems.append(.init(field: "name", rule: .missing))
        } catch { problems.append(.init(field: "name", rule: error)) }
        return nil
    }
}
