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

struct CodeRowView: Sendable {
    let code: String
    let href: String
    let title: String
    let fault: String
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
