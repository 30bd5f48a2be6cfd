import ConsoleKit
import Domain

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

/// For a code that the catalogue does not have.
struct UnknownCodeView: ConsoleView {
    static let template = "code-unknown"

    let head: HeadView
    let list: String
    let text: String
}

extension UnknownCodeView {
    /// The longest code that is shown as it was asked for.
    private static let maximumShown = 100

    init(_ code: String, _ page: SignInPage) {
        let texts = page.texts
        let shown = code.utf8.count <= Self.maximumShown ? VisibleText.escaped(code) : "…"
        self.init(
            head: page.head(texts("help.unknown-title")),
            list: ConsolePaths.codes,
            text: texts("help.unknown-text", ["code": .text(shown)])
        )
    }
}
