import Domain

/// An audit entry without its place in the chain, to be written with a change.
public struct AuditDraft: Sendable, Hashable {
    public let at: Timestamp
    public let action: AuditEntry.Action
    public let principal: Principal
    public let target: AuditEntry.Target?
    public let changes: [AuditEntry.Change]

    public init(
        _ action: AuditEntry.Action,
        by principal: Principal,
        at: Timestamp,
        target: AuditEntry.Target? = nil,
        changes: [AuditEntry.Change] = []
    ) {
        self.at = at
        self.action = action
        self.principal = principal
        self.target = target
        self.changes = changes
    }

    public func entry(sequence: Int64, keepsAddress: Bool) -> AuditEntry {
        AuditEntry(
            sequence: sequence,
            at: at,
            action: action,
            actor: principal.kind,
            address: keepsAddress ? principal.origin?.address : nil,
            requestID: principal.origin?.requestID,
            target: target,
            changes: changes
        )
    }
}
