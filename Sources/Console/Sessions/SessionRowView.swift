import ConsoleKit
import WebCore

struct SessionRowView: Sendable {
    let person: UserCellView
    let device: String
    let detail: String
    /// Its version, or what was opened when that is not known.
    let app: String
    /// With a version: `app`.
    let kind: String?
    let address: String
    let created: TimeView
    let lastSeen: TimeView
    let state: BadgeView
    let end: FormView?
    let isCurrent: Bool
}
