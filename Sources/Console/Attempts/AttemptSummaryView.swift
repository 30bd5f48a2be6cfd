import ConsoleKit
import WebCore

/// One attempt in a list.
struct AttemptSummaryView: Sendable {
    let time: TimeView
    let href: String
    /// The stage that it reached.
    let reached: String
    let detail: String
    let result: BadgeView
    /// What is missing of it.
    let missing: String
    let person: EventUserView?
    let app: String
    let system: String
    let took: String
}
