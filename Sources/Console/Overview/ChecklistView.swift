/// The first steps of a new tenant.
struct ChecklistView: Sendable {
    let steps: [ChecklistStepView]
    /// Sends the first event.
    let command: String
}
