/// The action of a form, and its CSRF token.
package struct FormView: Sendable {
    package let action: String
    package let token: String

    package init(action: String, token: String) {
        self.action = action
        self.token = token
    }
}

/// The list of errors above a form. Each error links to its field.
package struct FormErrorsView: Sendable {
    package let title: String
    package let problems: [Problem]

    package init(title: String, problems: [Problem]) {
        self.title = title
        self.problems = problems
    }

    /// The list on a page that has no fields.
    var withoutLinks: FormErrorsView {
        FormErrorsView(title: title, problems: problems.map { Problem(text: $0.text, href: nil) })
    }

    package struct Problem: Sendable {
        package let text: String
        /// The link to the place where the error can be corrected.
        package let href: String?

        package init(text: String, fieldID: String?) { self.init(text: text, href: fieldID.map { "#\($0)" }) }

        package init(text: String, href: String?) {
            self.text = text
            self.href = href
        }
    }
}
