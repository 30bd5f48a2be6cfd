/// What a tenant adds to a canonical code: the address of its runbook, and a note.
public struct CauseNote: Sendable, Hashable {
    /// In characters.
    public static let textMaximumLength = 500

    public let runbook: RunbookAddress?
    /// May have several lines.
    public let text: String?
    public let updatedAt: Timestamp

    public init(runbook: RunbookAddress?, text: String?, updatedAt: Timestamp) {
        self.runbook = runbook
        self.text = text
        self.updatedAt = updatedAt
    }
}
