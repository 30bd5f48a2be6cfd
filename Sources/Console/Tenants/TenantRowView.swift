import ConsoleKit
import WebCore

struct TenantRowView: Sendable {
    let name: String
    let slug: String
    let href: String
    let enter: FormView
    let users: String
    let state: BadgeView
    let created: TimeView
}
