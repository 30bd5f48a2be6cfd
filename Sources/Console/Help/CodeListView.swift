import ConsoleKit
import WebCore

/// Every canonical code, section by section.
struct CodeListView: ConsoleView {
    static let template = "codes"

    let head: HeadView
    let list: String
    let sections: [CodeSectionView]
}
