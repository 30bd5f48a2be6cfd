struct PreviewRowView: Sendable {
    let title: String
    let detail: String
    let note: String
}
