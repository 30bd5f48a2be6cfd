/// A rule that finds one kind of contradiction between the parties of an attempt.
protocol AttemptDetector: Sendable {
    /// The word of the taxonomy, as `DetectorCauses` has it.
    var cause: String { get }
    /// Returns the event that decides; nil when there is no contradiction.
    func decidingEvent(in evidence: AttemptEvidence) -> StoredEvent?
}
