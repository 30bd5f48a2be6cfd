import Domain

/// The changes that follow from an event of Apple's.
public struct AppleAccountDecision: Sendable {
    /// The audit entry of the change.
    public let audit: AuditDraft?
    /// The change of the account; nil leaves it as it is.
    public let departure: UserDecision?

    public init(audit: AuditDraft?, departure: UserDecision? = nil) {
        self.audit = audit
        self.departure = departure
    }
}
