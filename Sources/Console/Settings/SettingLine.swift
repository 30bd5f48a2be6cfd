import ConsoleKit
import Domain

/// One setting in words.
struct SettingLine: Sendable {
    let field: String
    let label: String
    let words: String

    /// Where the settings of two members differ.
    static func difference(
        of mine: [SettingLine],
        from theirs: [SettingLine],
        _ texts: Texts
    ) -> [FormErrorsView.Problem] {
        zip(mine, theirs).filter { $0.words != $1.words }.map { mine, theirs in
            let text = texts(
                "settings.difference",
                [
                    "label": .text(mine.label), "stored": .text(VisibleText.escaped(theirs.words)),
                    "typed": .text(VisibleText.escaped(mine.words)),
                ]
            )
            return .init(text: text, fieldID: "field-\(mine.field)")
        }
    }
}
