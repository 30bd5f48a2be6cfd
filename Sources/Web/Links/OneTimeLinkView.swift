/// What a one-time link leads to: a question with one button, or what became of it.
struct OneTimeLinkView: ConsoleView {
    static let template = "link"

    let head: HeadView
    let title: String
    let text: String
    let errors: FormErrorsView?
    /// Nil when there is nothing to do.
    let question: Question?
    /// What speaks against typing anything here.
    let warning: String?

    struct Question: Sendable {
        let form: FormView
        /// Nil when only the button is needed.
        let password: FieldView?
        /// Nil when there is nothing to choose.
        let choices: ChoicesView?
        let button: String

        init(form: FormView, password: FieldView? = nil, choices: ChoicesView? = nil, button: String) {
            self.form = form
            self.password = password
            self.choices = choices
            self.button = button
        }
    }
}
