import ConsoleKit
import WebCore

struct EventRowView: Sendable {
    let time: TimeView
    let href: String
    let title: String
    let detail: String
    /// What the code means.
    let meaning: String?
    let outcome: BadgeView
    let message: String
    let person: EventUserView?
    let app: String
    let system: String
}
