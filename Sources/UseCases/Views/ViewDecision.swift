import Domain

/// What becomes of a saved view.
public struct ViewDecision: Sendable {
    /// Nil deletes it.
    public let view: SavedView?
    /// Nil for a private view.
    public let audit: AuditDraft?

    public init(view: SavedView?, audit: AuditDraft?) {
        self.view = view
        self.audit = audit
    }
}
