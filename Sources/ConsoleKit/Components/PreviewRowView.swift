package struct PreviewRowView: Sendable {
    package let title: String
    package let detail: String
    package let note: String

    package init(title: String, detail: String, note: String) {
        self.title = title
        self.detail = detail
        self.note = note
    }
}
