struct NavigationGroupView: Sendable {
    let heading: String
    let links: [NavigationLinkView]
}
