import Domain
import Foundation

/// Selects entries of an audit trail.
public struct AuditFilter: Sendable, Hashable {
    public var action: AuditEntry.Action?
    public var actor: UUID?
    public var target: String?

    public init(action: AuditEntry.Action? = nil, actor: UUID? = nil, target: String? = nil) {
        self.action = action
        self.actor = actor
        self.target = target
    }
}

/// The result of checking a chain.
public enum AuditVerdict: Sendable, Hashable {
    case whole(entries: Int64)
    /// The first entry that was changed, or is missing.
    case broken(at: Int64)
    /// The chain ends before an entry that was anchored outside the database.
    case truncated(anchored: Int64, found: Int64)
}

/// Stores audit entries.
public protocol AuditStore: Sendable {
    /// Returns a page, newest first; the cursor's key is the sequence number.
    func page(
        _ request: PageRequest,
        filter: AuditFilter,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<AuditEntry>
    /// Appends an entry that belongs to no other change.
    func append(_ draft: AuditDraft, in tenant: Tenant.ID) async throws(DomainError)
    /// Checks the whole chain.
    func verify(_ tenant: Tenant.ID, anchor: AuditHead?) async throws(DomainError) -> AuditVerdict
    func head(of tenant: Tenant.ID) async throws(DomainError) -> AuditHead
    /// The heads of all chains, the installation's own included.
    func heads() async throws(DomainError) -> [Tenant.ID: AuditHead]
}

/// Reads a tenant's audit trail.
public struct AuditReading: Sendable {
    /// The number of operators whose names one call may request.
    public static let maximumOperators = 200

    let store: any AuditStore
    let operators: any OperatorStore

    public init(store: any AuditStore, operators: any OperatorStore) {
        self.store = store
        self.operators = operators
    }

    public func page(
        _ request: PageRequest,
        filter: AuditFilter = AuditFilter(),
        grant: Grant<ReadAudit>
    ) async throws(DomainError) -> Page<AuditEntry> {
        try await store.page(request, filter: filter, in: grant.tenant)
    }

    /// Returns the number of entries in the chain; `gatehouse doctor` checks every hash.
    public func head(grant: Grant<ReadAudit>) async throws(DomainError) -> AuditHead {
        try await store.head(of: grant.tenant)
    }

    /// Returns the operators that entries name: for operators alone, since members see only their ids.
    public func operators(
        _ ids: Set<Operator.ID>,
        grant _: InstallationGrant
    ) async throws(DomainError) -> [Operator.ID: Operator] {
        guard !ids.isEmpty else { return [:] }
        let found = try await operators.operators(Array(ids.prefix(Self.maximumOperators)))
        return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    }
}
