/// Codes that came with a release, or went.
struct ReleaseCodesView: Sendable {
    let hasCodes: Bool
    let codes: [ReleaseCodeView]
    /// How many codes are not shown.
    let moreCodes: String?
    /// What it means that there is none.
    let noCodes: String
}
