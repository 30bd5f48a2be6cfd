/// A button that sends an action.
struct FailureButtonView: Sendable {
    let value: String
    let label: String
    let isPrimary: Bool
}
