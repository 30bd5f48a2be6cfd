/// The page of a one-time link: a question with one button, or a result.
package struct OneTimeLinkView: ConsoleView {
    package static let template = "link"

    package let head: HeadView
    package let title: String
    package let text: String
    package let errors: FormErrorsView?
    /// Nil when there is no action.
    package let question: Question?
    /// A warning against entering a password on this page.
    package let warning: String?
    /// Of an error: what a user can read out.
    package let reference: String?

    package init(
        head: HeadView,
        title: String,
        text: String,
        errors: FormErrorsView?,
        question: Question?,
        warning: String?,
        reference: String? = nil
    ) {
        self.head = head
        self.title = title
        self.text = text
        self.errors = errors
        self.question = question
        self.warning = warning
        self.reference = reference
    }

    package struct Question: Sendable {
        package let form: FormView
        /// Nil when no password is needed.
        package let password: FieldView?
        /// Nil without choices.
        package let choices: ChoicesView?
        package let button: String

        package init(form: FormView, password: FieldView? = nil, choices: ChoicesView? = nil, button: String) {
            self.form = form
            self.password = password
            self.choices = choices
            self.button = button
        }
    }
}
