struct AttributeView: Sendable {
    let name: String
    let value: String
}
