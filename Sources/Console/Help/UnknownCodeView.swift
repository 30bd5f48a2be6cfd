import ConsoleKit
import Domain

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
