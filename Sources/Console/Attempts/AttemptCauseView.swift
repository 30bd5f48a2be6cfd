import ConsoleKit

/// Why an attempt broke, and what to do about it.
struct AttemptCauseView: Sendable {
    let explanation: ExplanationView?
    /// It has a code that this version does not know.
    let hasUnknownCode: Bool
    /// What the tenant adds to it.
    let note: CauseNoteCardView?
    /// The failure that the first broken step belongs to.
    let failureLink: String?
    /// Leads to the form of a rule for an error that the catalogue does not have.
    let treatLink: String?
}
