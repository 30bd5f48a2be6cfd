/// A text to copy now, because it is never shown again.
struct SecretView: Sendable {
    let id: String
    let label: String
    let value: String
    let hint: String
}
