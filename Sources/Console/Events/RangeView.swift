struct RangeView: Sendable {
    let label: String
    /// What a screen reader says: `the last 24 hours`.
    let name: String
    let href: String
    let isCurrent: Bool
}
