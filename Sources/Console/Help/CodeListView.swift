import ConsoleKit
import Domain
import WebCore

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
