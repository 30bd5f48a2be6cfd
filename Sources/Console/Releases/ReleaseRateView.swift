/// The success rate of a release, or of a part of one.
struct ReleaseRateView: Sendable {
    let name: String
    /// The page of the release.
    let nameLink: String?
    /// Nil without a result.
    let rate: String?
    let interval: String?
    /// Results, or events of a part.
    let count: String
}
