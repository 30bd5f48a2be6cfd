struct ChangeView: Sendable {
    let field: String
    let before: String?
    let after: String?
}
