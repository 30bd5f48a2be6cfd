/// What events can be compared with.
struct ComparisonChoiceView: Sendable {
    let label: String
    let href: String
    let isCurrent: Bool
}
