import ConsoleKit
import WebCore

struct UserSessionRowView: Sendable {
    let device: String
    let detail: String
    let address: String
    let appVersion: String
    let lastSeen: TimeView
    let state: BadgeView
    /// Ends it at once; nil for one that has ended, and for viewers who may not end it.
    let end: FormView?
    let isCurrent: Bool
}
