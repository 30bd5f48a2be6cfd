struct CodeSectionView: Sendable {
    /// Names the section in the page, for links to it.
    let id: String
    let title: String
    let rows: [CodeRowView]
}
