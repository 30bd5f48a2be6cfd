import ConsoleKit
import WebCore

struct FailureRowView: Sendable {
    /// The id and the version, for the form around the table.
    let choice: String
    let chooseLabel: String
    let href: String
    let title: String
    /// `keychain.locked · Save session`
    let detail: String
    let state: BadgeView
    let ownerName: String?
    let chart: SafeHTML
    let people: String
    let out: String
    let events: String
    let seenFirst: TimeView
    let seenLast: TimeView?
}
