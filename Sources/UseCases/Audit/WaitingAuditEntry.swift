import Domain
import Foundation

/// An audit entry that waits beside the change which it records, in the events database.
public struct WaitingAuditEntry: Sendable, Hashable {
    public let id: Identifier<WaitingAuditEntry>
    public let draft: AuditDraft

    public init(id: Identifier<WaitingAuditEntry> = Identifier(UUID()), draft: AuditDraft) {
        self.id = id
        self.draft = draft
    }
}
