import Domain
import Foundation

/// What is wrong with a form, by field.
struct FormProblems {
    private let problems: [FieldProblem]

    init(_ problems: [FieldProblem]) {
        self.problems = problems
    }

    /// The sentence beside a field.
    subscript(field: String) -> String? { problems.first { $0.field == field }?.rule.sentence }

    /// Fields whose label is not their name.
    private static let labels = ["slug": "Short name", "email": "E-mail", "host": "Host name", "actor": "By", "target": "About"]

    private static func label(of field: String) -> String {
        labels[field] ?? VisibleText.escaped(field.replacing("_", with: " ").capitalized)
    }

    /// The list above the form; nil when nothing is wrong.
    var summary: FormErrorsView? {
        problems.isEmpty ? nil : FormErrorsView(title: "Mend this and try again", problems: lines)
    }

    var lines: [FormErrorsView.Problem] {
        problems.map {
            .init(
                text: "\(Self.label(of: $0.field)): \($0.rule.sentence)",
                fieldID: "field-\($0.field)")
        }
    }
}

extension FieldView {
    /// A password that someone chooses.
    static func newPassword(error: String?, isRequired: Bool = true) -> FieldView {
        FieldView(
            "password", "Password", kind: .password,
            hint: "At least \(PasswordRules.lengths.lowerBound) characters. A few words in a row are easy to remember and hard to guess.",
            error: error, autocomplete: "new-password", maximumLength: PasswordRules.lengths.upperBound, isRequired: isRequired)
    }
}
