import ConsoleKit
import Domain
import WebCore

extension CodeListView {
    init(_ page: SignInPage) {
        let texts = page.texts
        self.init(
            head: page.head(texts("help.codes")),
            list: ConsolePaths.codes,
            sections: CauseSection.allCases.map { section in
                CodeSectionView(
                    id: section.rawValue,
                    title: section.label(texts),
                    rows: section.entries.map { CodeRowView(CauseExplanation($0, texts), texts) }
                )
            }
        )
    }
}

extension CodeRowView {
    fileprivate init(_ explanation: CauseExplanation, _ texts: Texts) {
        let entry = explanation.entry
        self.init(
            code: entry.code,
            href: ConsolePaths.code(entry),
            title: explanation.title,
            fault: entry.fault.label(texts)
        )
    }
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
