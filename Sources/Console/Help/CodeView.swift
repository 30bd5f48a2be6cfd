import ConsoleKit
import WebCore

/// One canonical code with its explanation.
struct CodeView: ConsoleView {
    static let template = "code"

    let head: HeadView
    let list: String
    let breadcrumb: BreadcrumbView
    let code: String
    let title: String
    let facts: [FactView]
    let cause: [ProsePartView]
    let action: [ProsePartView]
    /// Lines of Swift.
    let snippet: String?
    let support: String
    let hasSources: Bool
    let sources: [LinkView]
}
