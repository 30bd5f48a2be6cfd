struct FailureTabView: Sendable {
    let label: String
    let href: String
    let isCurrent: Bool
}
