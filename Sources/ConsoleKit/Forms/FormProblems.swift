import Domain
import Foundation
import WebCore

/// Why a form was not carried out, in the language of the page: the errors of its fields, or why valid values were
/// rejected.
package struct FormProblems: Sendable {
    package static let none = FormProblems(error: nil, fields: [], summary: nil, notice: nil)

    private struct Field {
        let name: String
        let label: String
        let sentence: String
    }

    /// The error that the form met; nil without one, and for the fields of a search.
    package let error: DomainError?
    private let fields: [Field]
    /// The list above the form; nil without errors.
    package private(set) var summary: FormErrorsView?
    /// The first problem in one sentence, for a page without the form's fields.
    package let notice: NoticeView?

    private init(error: DomainError?, fields: [Field], summary: FormErrorsView?, notice: NoticeView?) {
        self.error = error
        self.fields = fields
        self.summary = summary
        self.notice = notice
    }

    /// - Parameters:
    ///   - names: the page's names of fields whose names in the rules differ.
    ///   - labels: the labels of fields that differ from those of other pages.
    ///   - links: the links of errors in URL parameters for which the page has no field.
    package init(
        _ problems: [FieldProblem],
        of error: DomainError? = nil,
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
        self.init(
            error: error,
            fields: fields,
            summary: fields.isEmpty ? nil : summary,
            notice: lines.first.map { NoticeView(.failed, $0.text) }
        )
    }

    /// - Parameter field: the field that a conflict or a denial is about, such as a name that is taken.
    /// - Throws: the error itself when a form cannot show it: something is not found, or a new proof is needed.
    package init(
        _ error: DomainError,
        at field: String? = nil,
        named names: [String: String] = [:],
        labels: [String: String] = [:],
        _ texts: Texts
    ) throws(DomainError) {
        switch error {
        case .notFound, .denied(.proofNeeded): throw error
        case .invalid(let problems): self.init(problems, of: error, named: names, labels: labels, texts)
        case .conflict, .denied: self.init(rejection: error, at: field, texts)
        case .throttled, .unavailable: self.init(rejection: error, at: nil, texts)
        }
    }

    private init(rejection error: DomainError, at field: String?, _ texts: Texts) {
        let failure = WebFailure(error)
        let (title, detail) = (failure.title(texts), failure.detail(texts))
        let line = FormErrorsView.Problem(text: detail, fieldID: field.map { "field-\($0)" })
        let sentence = texts("forms.rejection", ["title": .text(title), "detail": .text(detail)])
        self.init(
            error: error,
            fields: [],
            summary: FormErrorsView(title: title, problems: [line]),
            notice: NoticeView(.failed, sentence)
        )
    }

    /// The error message beside a field.
    package subscript(field: String) -> String? { fields.first { $0.name == field }?.sentence }

    /// Whether a field is invalid.
    package var hasFields: Bool { !fields.isEmpty }

    /// Returns the problems with another list above the form.
    package func listing(_ summary: FormErrorsView) -> FormProblems {
        FormProblems(error: error, fields: fields, summary: summary, notice: notice)
    }

    /// The label of a field. Without a text in the catalogue it is made from the name.
    private static func label(of field: String, _ texts: Texts) -> String {
        let key = TextKey("forms.label.\(field.asKeyPart)")
        if texts.has(key) { return texts(key) }
        return VisibleText.escaped(field.replacing("_", with: " ").capitalized)
    }
}
