import ConsoleKit
import WebCore

struct UserEventRowView: Sendable {
    let time: TimeView
    let title: String
    let detail: String
    let href: String
    let attempt: String?
    let outcome: BadgeView
}
