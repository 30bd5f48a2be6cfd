import Domain
import Foundation

/// The errors of a form, by field, in the language of the page.
package struct FormProblems: Sendable {
    package static let none = FormProblems(fields: [], summary: nil)

    private struct Field {
        let name: String
        let label: String
        let sentence: String
    }

    private let fields: [Field]
    /// The list above the form; nil without errors.
    package let summary: FormErrorsView?

    private init(fields: [Field], summary: FormErrorsView?) {
        self.fields = fields
        self.summary = summary
    }

    /// - Parameters:
    ///   - names: the page's names of fields whose names in the rules differ.
    ///   - labels: the labels of fields that differ from those of other pages.
    ///   - links: the links of errors in URL parameters for which the page has no field.
    package init(
        _ problems: [FieldProblem],
        named names: [String: String] = [:],
        labels: [String: String] = [:],
        links: [String: String] = [:],
        _ texts: Texts
    ) {
        let fields = problems.map { problem in
            let name = names[problem.field] ?? problem.field
            return Field(
                name: name,
                label: labels[name] ?? Self.label(of: name, texts),
                sentence: problem.rule.text(texts)
            )
        }
        let count = Set(fields.map(\.name)).count
        let lines = fields.map { field in
            FormErrorsView.Problem(
                text: texts("forms.problem", ["label": .text(field.label), "sentence": .text(field.sentence)]),
                href: links[field.name] ?? "#field-\(field.name)"
            )
        }
        let summary = FormErrorsView(title: texts("forms.problems", count: count), problems: lines)
        self.init(fields: fields, summary: fields.isEmpty ? nil : summary)
    }

    /// The error message beside a field.
    package subscript(field: String) -> String? { fields.first { $0.name == field }?.sentence }

    /// The label of a field. Without a text in the catalogue it is made from the name.
    private static func label(of field: String, _ texts: Texts) -> String {
        let key = TextKey("forms.label.\(field.asKeyPart)")
        if texts.has(key) { return texts(key) }
        return VisibleText.escaped(field.replacing("_", with: " ").capitalized)
    }
}
