import Domain
import Foundation

/// Which entries of an audit are wanted.
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

/// What a check of a chain found.
public enum AuditVerdict: Sendable, Hashable {
    case whole(entries: Int64)
    /// The first entry that is not what was written, or is missing.
    case broken(at: Int64)
    /// The chain ends before an entry that was anchored outside the database.
    case truncated(anchored: Int64, found: Int64)
}

/// Kept by a store.
public protocol AuditStore: Sendable {
    /// Newest first; the cursor's key is the sequence number.
    func page(
        _ request: PageRequest,
        filter: AuditFilter,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<AuditEntry>
    /// Appends an entry that belongs to no other change.
    func append(_ draft: AuditDraft, in tenant: Tenant.ID) async throws(DomainError)
    /// Walks the whole chain.
    func verify(_ tenant: Tenant.ID, anchor: AuditHead?) async throws(DomainError) -> AuditVerdict
    func head(of tenant: Tenant.ID) async throws(DomainError) -> AuditHead
    /// The heads of all chains, the installation's own included.
    func heads() async throws(DomainError) -> [Tenant.ID: AuditHead]
}

/// Reads a tenant's audit.
public struct AuditReading: Sendable {
    /// Operators whose names are asked for at once.
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

    /// How many entries the chain has; the check of every hash is `gatehouse doctor`'s.
    public func head(grant: Grant<ReadAudit>) async throws(DomainError) -> AuditHead {
        try await store.head(of: grant.tenant)
    }

    /// Who the operators are that entries name: for operators alone, since a tenant's own people see their ids and no
    /// more.
    public func operators(
        _ ids: Set<Operator.ID>,
        grant _: InstallationGrant
    ) async throws(DomainError) -> [Operator.ID: Operator] {
        guard !ids.isEmpty else { return [:] }
        let found = try await operators.operators(Array(ids.prefix(Self.maximumOperators)))
        return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    }
}
