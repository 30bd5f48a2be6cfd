import Domain

/// Lets an operator manage the tenants of the installation.
public struct TenantAdministration: Sendable {
    public static let maximumHosts = 20

    let tenants: any TenantStore
    let systemContext: SystemContext

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
                keys: keys.map { ($0.0, KeyHashes($0.1)) },
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
        guard let host = HostName(text) else { throw .invalid("host", .malformed(.notAHost)) }
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
                    rule: .malformed(
                        .localizable(
                            "forms.slug",
                            "Use 2 to 40 lower-case letters, digits and hyphens, no hyphen at the ends."
                        )
                    )
                )
            )
            return nil
        }
        if slug.isReserved {
            problems.append(
                .init(
                    field: "slug",
                    rule: .malformed(
                        .localizable(
                            "forms.slug-reserved",
                            "“{slug}” is reserved for URLs of Gatehouse. Choose another.",
                            ["slug": .text("\(slug)")]
                        )
                    )
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
