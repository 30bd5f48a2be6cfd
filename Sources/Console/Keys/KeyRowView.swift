import ConsoleKit
import WebCore

struct KeyRowView: Sendable {
    let name: String
    let hint: String
    let kind: String
    let purpose: String
    let state: BadgeView
    let created: TimeView
    let lastUsed: TimeView?
    /// The page that asks first; nil for one that is revoked.
    let revoke: String?
}
