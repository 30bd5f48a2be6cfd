import ConsoleKit
import WebCore

struct IdentityRowView: Sendable {
    let provider: String
    let subject: String
    let created: TimeView
    let lastUsed: TimeView?
}
