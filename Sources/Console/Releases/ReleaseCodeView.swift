struct ReleaseCodeView: Sendable {
    /// The title of the catalogue, or the code.
    let meaning: String
    /// The help for the code; nil for a code that the catalogue does not have.
    let help: String?
    let code: String
    let number: String
    /// The events of the release with the code.
    let codeEvents: String?
}
