@_spi(Admission) import Domain

extension ConsoleAccess {
    /// Enters a tenant. A member can enter their own only; an operator's entry is audited once a session.
    /// - Throws: `.notFound(.tenant)`
    public func enter(
        _ slug: Tenant.Slug,
        as consoleUser: ConsoleUser,
        from origin: RequestOrigin
    ) async throws(DomainError) -> (tenant: Tenant, access: Access) {
        try await enter(where: { $0.slug == slug }, as: consoleUser, from: origin) { () async throws(DomainError) in
            try await tenants.tenant(slug).tenant
        }
    }

    /// Enters a tenant named by its id.
    /// - Throws: `.notFound(.tenant)`
    public func enter(
        _ id: Tenant.ID,
        as consoleUser: ConsoleUser,
        from origin: RequestOrigin
    ) async throws(DomainError) -> (tenant: Tenant, access: Access) {
        try await enter(where: { $0.id == id }, as: consoleUser, from: origin) { () async throws(DomainError) in
            try await tenants.tenant(id).tenant
        }
    }

    private func enter(
        where isMeant: (Tenant) -> Bool,
        as consoleUser: ConsoleUser,
        from origin: RequestOrigin,
        _ find: () async throws(DomainError) -> Tenant
    ) async throws(DomainError) -> (tenant: Tenant, access: Access) {
        let principal = consoleUser.principal(from: origin)
        switch consoleUser {
        case .member(let record):
            guard isMeant(record.tenant) else { throw .notFound(.tenant) }
            return (record.tenant, Access(tenant: record.tenant.id, principal: principal))
        case .operator(_, let session):
            let tenant = try await find()
            let audit = AuditDraft(
                .tenantEntered,
                by: principal,
                at: systemContext.now(),
                target: .init(.tenant, tenant.id)
            )
            try await operators.enter(tenant.id, with: session.token, audit: audit)
            return (tenant, Access(tenant: tenant.id, principal: principal))
        }
    }

    /// Returns the tenants of the tenant switcher: an operator's first hundred, a member's own.
    public func tenants(of consoleUser: ConsoleUser) async throws(DomainError) -> [Tenant] {
        switch consoleUser {
        case .member(let record): [record.tenant]
        case .operator: try await tenants.page(PageRequest(limit: 100)).items.map(\.tenant)
        }
    }
}
