import Domain
import Foundation

/// What is wrong with a form, by field.
struct FormProblems {
    private let problems: [FieldProblem]

    init(_ problems: [FieldProblem]) {
        self.problems = problems
    }

    /// - Parameter names: what the page calls fields that the rules call otherwise.
    init(_ problems: [FieldProblem], named names: [String: String]) {
        self.init(problems.map { FieldProblem(field: names[$0.field] ?? $0.field, rule: $0.rule) })
    }

    /// The sentence beside a field.
    subscript(field: String) -> String? { problems.first { $0.field == field }?.rule.sentence }

    /// Fields whose label is not their name.
    private static let labels = [
        "slug": "Short name", "email": "E-mail", "host": "Host name", "actor": "By", "target": "About",
        "methods": "Ways to sign in",
        "sign_up": "Who can make an account", "idle": "Signed out when unused for",
        "absolute": "Signed out in any case after",
        "access_token": "An access token is good for",
        "tenant_language": "Otherwise in", "sessions_per_person": "Sessions of one person at once",
        "team_id": "Team id",
        "key_id": "Key id", "private_key": "Private key (.p8)",
        "client_ids": "Client ids", "web_client_id": "For browsers",
    ]

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
                fieldID: "field-\($0.field)"
            )
        }
    }
}

extension FieldView {
    /// A password that someone chooses.
    static func newPassword(error: String?, isRequired: Bool = true) -> FieldView {
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
