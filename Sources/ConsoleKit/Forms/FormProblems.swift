import Domain
import Foundation

/// What is wrong with a form, by field.
package struct FormProblems {
    private let problems: [FieldProblem]
    private let labels: [String: String]

    /// - Parameter labels: of fields that the page calls otherwise than other pages do.
    package init(_ problems: [FieldProblem], labels: [String: String] = [:]) {
        self.problems = problems
        self.labels = Self.labels.merging(labels) { $1 }
    }

    /// - Parameter names: what the page calls fields that the rules call otherwise.
    package init(_ problems: [FieldProblem], named names: [String: String], labels: [String: String] = [:]) {
        self.init(
            problems.map { FieldProblem(field: names[$0.field] ?? $0.field, rule: $0.rule) },
            labels: labels
        )
    }

    /// The sentence beside a field.
    package subscript(field: String) -> String? { problems.first { $0.field == field }?.rule.sentence }

    /// Fields whose label is not their name.
    private static let labels = [
        "email": "Email", "actor": "Actor", "target": "Target", "kind": "Type", "text": "Message",
    ]

    private func label(of field: String) -> String {
        labels[field] ?? VisibleText.escaped(field.replacing("_", with: " ").capitalized)
    }

    /// The list above the form; nil when nothing is wrong.
    package var summary: FormErrorsView? {
        let count = Set(problems.map(\.field)).count
        guard count > 0 else { return nil }
        return FormErrorsView(
            title: CountText.of(count, "field needs attention", "fields need attention"),
            problems: lines
        )
    }

    package var lines: [FormErrorsView.Problem] {
        problems.map {
            .init(
                text: "\(label(of: $0.field)): \($0.rule.sentence)",
                fieldID: "field-\($0.field)"
            )
        }
    }
}

extension FieldView {
    /// A password that someone chooses.
    package static func newPassword(error: String?, isRequired: Bool = true) -> FieldView {
        FieldView(
            "password",
            "Password",
            kind: .password,
            hint:
                "At least \(PasswordRules.lengths.lowerBound) characters. A few words in a row are easy to remember and hard to guess.",
            error: error,
            autocomplete: "new-password",
            maximumLength: PasswordRules.lengths.upperBound,
            isRequired: isRequired
        )
    }
}
