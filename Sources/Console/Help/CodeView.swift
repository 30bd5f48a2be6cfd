import ConsoleKit
import Domain
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

extension CodeView {
    init(_ explanation: CauseExplanation, _ page: SignInPage) {
        let (entry, texts) = (explanation.entry, page.texts)
        self.init(
            head: page.head(entry.code),
            list: ConsolePaths.codes,
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("help.codes"), href: ConsolePaths.codes)],
                current: entry.code
            ),
            code: entry.code,
            title: explanation.title,
            facts: entry.facts(texts),
            cause: ProsePartView.parts(of: explanation.cause),
            action: ProsePartView.parts(of: explanation.action),
            snippet: entry.snippet,
            support: explanation.support,
            hasSources: !entry.sources.isEmpty,
            sources: entry.sources.map { LinkView(label: $0.title, href: $0.url) }
        )
    }
}
