import ConsoleKit
import WebCore

struct AuditRowView: Sendable {
    let sequence: String
    let time: TimeView
    /// `Role changed`
    let title: String
    /// `user.role_assigned`
    let code: String
    let actor: String
    /// What distinguishes actors with the same label: an address, an id.
    let actorDetail: String?
    let actorHref: String?
    let target: String?
    let targetHref: String?
    let changes: [ChangeView]
    let address: String
    let request: String?
}
