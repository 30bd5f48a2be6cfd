import ConsoleKit

struct ReleaseRowView: Sendable {
    let version: String
    /// Its page.
    let href: String
    let firstSeen: TimeView
    /// What small screens show below the version.
    let seenLine: String
    let results: String
    let resultsLine: String
    /// Nil without a result.
    let rate: String?
    /// The interval of the rate.
    let interval: String?
    let share: String?
    let shareLine: String?
    let installations: String?
    let runs: String?
}
