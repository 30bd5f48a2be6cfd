import Domain
import Foundation

/// Writes down that someone tried to change what their role does not let them change.
public struct RefusalAudit: Sendable {
    let store: any AuditStore
    let now: @Sendable () -> Timestamp

    public init(store: any AuditStore, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.now = now
    }

    /// - Parameter attempt: the operation by the name of its route, never its path or content.
    public func note(_ denial: DomainError.Denial, attempt: String, by access: Access) async throws(DomainError) {
        let reason =
            switch denial {
            case .missingPermission(let name): "missing \(name.rawValue)"
            case .outranked: "outranked"
            case .ownAccount: "own account"
            case .proofNeeded: "proof needed"
            }
        let draft = AuditDraft(
            .denied, by: access.principal, at: now(),
            changes: [.init("attempt", from: nil, to: attempt), .init("reason", from: nil, to: reason)])
        try await store.append(draft, in: access.tenant)
    }
}
