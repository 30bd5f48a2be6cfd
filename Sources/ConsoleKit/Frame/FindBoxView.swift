struct FindBoxView: Sendable {
    let action: String
    let query: String
}
