import ConsoleKit
import WebCore

struct CauseRuleRowView: Sendable {
    let place: String
    let title: String
    let detail: String
    /// The canonical code.
    let canonical: String
    let codeLink: String?
    /// Nil for users who may not delete it.
    let remove: CauseRuleRemovalView?
}
