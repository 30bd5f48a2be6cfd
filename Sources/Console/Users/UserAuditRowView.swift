import ConsoleKit
import WebCore

struct UserAuditRowView: Sendable {
    let time: TimeView
    let sentence: String
    let actor: String
    let change: String?
}
