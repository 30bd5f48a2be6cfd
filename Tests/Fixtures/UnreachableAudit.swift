import Domain
import UseCases

/// An audit trail to which nothing can be appended.
public struct UnreachableAudit: AuditStore {
    let real: any AuditStore

    public init(_ real: any AuditStore) {
        self.real = real
    }

    public func append(_ draft: AuditDraft, in tenant: Tenant.ID) async throws(DomainError) {
        throw .unavailable(retryAfter: .seconds(1))
    }

    public func receive(_ entries: [WaitingAuditEntry], in tenant: Tenant.ID) async throws(DomainError) {
        throw .unavailable(retryAfter: .seconds(1))
    }

    public func forgetReceived(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int { 0 }

    public func page(
        _ request: PageRequest,
        filter: AuditFilter,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<AuditEntry> {
        try await real.page(request, filter: filter, in: tenant)
    }

    public func latest(
        of actions: [AuditEntry.Action],
        until time: Timestamp,
        before sequence: Int64,
        limit: Int,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> [AuditEntry] {
        try await real.latest(of: actions, until: time, before: sequence, limit: limit, in: tenant)
    }

    public func verify(_ tenant: Tenant.ID, anchor: AuditHead?) async throws(DomainError) -> AuditVerdict {
        try await real.verify(tenant, anchor: anchor)
    }

    public func walk(_ tenant: Tenant.ID, from head: AuditHead) async throws(DomainError) -> AuditWalk {
        try await real.walk(tenant, from: head)
    }

    public func head(of tenant: Tenant.ID) async throws(DomainError) -> AuditHead { try await real.head(of: tenant) }
    public func heads() async throws(DomainError) -> [Tenant.ID: AuditHead] { try await real.heads() }
}
