import ConsoleKit
import Domain
import WebCore

/// One setting in words.
struct SettingLine: Sendable {
    let field: String
    let label: String
    let words: String

    init(_ field: String, _ label: String, _ words: String) {
        self.field = field
        self.label = label
        self.words = words
    }

    /// Where two people's wishes differ.
    static func difference(of mine: [SettingLine], from theirs: [SettingLine]) -> [FormErrorsView.Problem] {
        zip(mine, theirs).filter { $0.words != $1.words }.map { mine, theirs in
            .init(
                text: "\(mine.label): now \(theirs.words.quoted), and \(mine.words.quoted) in your form",
                fieldID: "field-\(mine.field)"
            )
        }
    }
}
