/// A contradiction between the parties of an attempt.
struct AttemptFindingView: Sendable {
    let findingTitle: String
    let findingCode: String
    let findingHref: String
}
