/// The page of a one-time link: a question with one button, or a result.
struct OneTimeLinkView: ConsoleView {
    static let template = "link"

    let head: HeadView
    let title: String
    let text: String
    let errors: FormErrorsView?
    /// Nil when there is no action.
    let question: Question?
    /// A reason not to type anything here.
    let warning: String?

    struct Question: Sendable {
        let form: FormView
        /// Nil when the button is enough.
        let password: FieldView?
        /// Nil without choices.
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
