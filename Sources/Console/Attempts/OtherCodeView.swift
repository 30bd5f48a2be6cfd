/// A code of an attempt beside the one that broke it.
struct OtherCodeView: Sendable {
    let codeName: String
    let explanation: ExplanationView
}
