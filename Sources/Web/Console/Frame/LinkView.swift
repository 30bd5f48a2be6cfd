struct LinkView: Sendable {
    let label: String
    let href: String
}
