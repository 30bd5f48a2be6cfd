/// The runs of a release that ended in one way.
struct ReleaseRunsView: Sendable {
    let ending: String
    let number: String
}
