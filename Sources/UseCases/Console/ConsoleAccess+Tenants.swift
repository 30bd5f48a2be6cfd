import Domain

extension ConsoleAccess {
    /// Lets a visitor into a tenant. A member's own is the only one there is for them; an operator's entry is audited once a session.
    /// - Throws: `.notFound(.tenant)`
    public func enter(
        _ slug: Tenant.Slug, as visitor: ConsoleVisitor, from origin: Principal.Origin
    ) async throws(DomainError) -> (tenant: Tenant, access: Access) {
        switch visitor {
        case .member(let record) where record.tenant.slug == slug: Self.entry(of: record, as: visitor, from: origin)
        case .member: throw .notFound(.tenant)
        case .operator(_, let session): try await enter(tenants.tenant(slug).tenant, with: session, as: visitor, from: origin)
        }
    }

    /// The same, for a tenant named by its id.
    /// - Throws: `.notFound(.tenant)`
    public func enter(
        _ id: Tenant.ID, as visitor: ConsoleVisitor, from origin: Principal.Origin
    ) async throws(DomainError) -> (tenant: Tenant, access: Access) {
        switch visitor {
        case .member(let record) where record.tenant.id == id: Self.entry(of: record, as: visitor, from: origin)
        case .member: throw .notFound(.tenant)
        case .operator(_, let session): try await enter(tenants.tenant(id).tenant, with: session, as: visitor, from: origin)
        }
    }

    private static func entry(
        of member: SessionRecord, as visitor: ConsoleVisitor, from origin: Principal.Origin
    ) -> (tenant: Tenant, access: Access) {
        (member.tenant, Access(tenant: member.tenant.id, principal: visitor.principal(from: origin)))
    }

    private func enter(
        _ tenant: Tenant, with session: OperatorSession, as visitor: ConsoleVisitor, from origin: Principal.Origin
    ) async throws(DomainError) -> (tenant: Tenant, access: Access) {
        let principal = visitor.principal(from: origin)
        let audit = AuditDraft(.tenantEntered, by: principal, at: surroundings.now(), target: .init(.tenant, tenant.id))
        try await operators.enter(tenant.id, with: session.token, audit: audit)
        return (tenant, Access(tenant: tenant.id, principal: principal))
    }

    /// What the tenant switcher offers: an operator's first hundred tenants, a member's own.
    public func tenants(of visitor: ConsoleVisitor) async throws(DomainError) -> [Tenant] {
        switch visitor {
        case .member(let record): [record.tenant]
        case .operator: try await tenants.page(PageRequest(limit: 100)).items.map(\.tenant)
        }
    }
}
