/// The way back: every crumb but the page itself.
struct BreadcrumbView: Sendable {
    let links: [LinkView]
    let current: String
}
