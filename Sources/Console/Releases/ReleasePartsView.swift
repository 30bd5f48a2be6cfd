/// The builds of a release, or the systems that it ran on.
struct ReleasePartsView: Sendable {
    let hasParts: Bool
    let parts: [ReleaseRateView]
    /// How many are not shown.
    let moreParts: String?
}
