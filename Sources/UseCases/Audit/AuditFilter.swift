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
