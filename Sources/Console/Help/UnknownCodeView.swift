import ConsoleKit
import WebCore

/// For a code that the catalogue does not have.
struct UnknownCodeView: ConsoleView {
    static let template = "code-unknown"

    let head: HeadView
    let list: String
    let text: String
}
