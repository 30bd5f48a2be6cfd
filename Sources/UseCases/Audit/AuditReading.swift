import Domain
import Foundation

/// Reads a tenant's audit trail.
public struct AuditReading: Sendable {
    /// The number of operators whose names one call may request.
    public static let maximumOperators = 200

    let store: any AuditStore
    let operators: any OperatorLookup
    let verification: AuditVerification

    public func page(
        _ request: PageRequest,
        filter: AuditFilter = AuditFilter(),
        grant: Grant<ReadAudit>
    ) async throws(DomainError) -> Page<AuditEntry> {
        try await store.page(request, filter: filter, in: grant.tenant)
    }

    /// Returns the end of the chain. `verification(grant:)` says whether the entries before it are intact.
    public func head(grant: Grant<ReadAudit>) async throws(DomainError) -> AuditHead {
        try await store.head(of: grant.tenant)
    }

    /// Returns what the server found when it last checked the chain; nil before it has read all of it.
    public func verification(grant: Grant<ReadAudit>) -> AuditVerification.State? {
        verification.state(of: grant.tenant)
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

/// Selects entries of an audit trail.
public struct AuditFilter: Sendable, Hashable {
    public var kind: AuditEntry.Kind?
    public var action: AuditEntry.Action?
    public var actor: UUID?
    public var target: String?
    /// About this user, or one of their latest sessions.
    public var user: User.ID?

    public init(
        kind: AuditEntry.Kind? = nil,
        action: AuditEntry.Action? = nil,
        actor: UUID? = nil,
        target: String? = nil,
        user: User.ID? = nil
    ) {
        self.kind = kind
        self.action = action
        self.actor = actor
        self.target = target
        self.user = user
    }
}

/// Finds the operators that audit entries name.
public protocol OperatorLookup: Sendable {
    /// Returns the operators with these ids, in no order.
    func operators(_ ids: [Operator.ID]) async throws(DomainError) -> [Operator]
}
