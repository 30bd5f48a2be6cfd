struct HistogramRowView: Sendable {
    let label: String
    let href: String
    let counts: [String]
    let total: String
}
