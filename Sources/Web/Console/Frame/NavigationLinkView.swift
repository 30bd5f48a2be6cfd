struct NavigationLinkView: Sendable {
    let label: String
    let href: String
    let isCurrent: Bool
}
