import ConsoleKit
import Domain

/// Every canonical code, section by section.
struct CodeListView: ConsoleView {
    static let template = "codes"

    let head: HeadView
    let list: String
    let sections: [CodeSectionView]
}

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

struct CodeSectionView: Sendable {
    /// Names the section in the page, for links to it.
    let id: String
    let title: String
    let rows: [CodeRowView]
}

struct CodeRowView: Sendable {
    let code: String
    let href: String
    let title: String
    let fault: String
}

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
