import ConsoleKit
import WebCore

struct UserRowView: Sendable {
    let person: UserCellView
    let role: String
    let providers: String
    let state: BadgeView
    let sessions: String
    let lastSeen: TimeView?
    let created: TimeView
}
