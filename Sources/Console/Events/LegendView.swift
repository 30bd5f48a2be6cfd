struct LegendView: Sendable {
    let tone: String
    let label: String
    let total: String
}
