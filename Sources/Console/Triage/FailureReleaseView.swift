struct FailureReleaseView: Sendable {
    let name: String
    let events: String
    let href: String?
}
