import ConsoleKit
import Domain
import WebCore

/// The first operator of an empty installation.
struct SetupView: ConsoleView {
    static let template = "setup"

    let head: HeadView
    let form: FormView
    let errors: FormErrorsView?
    let name: FieldView
    let email: FieldView
    let password: FieldView
    let isPlainHTTP: Bool
}

extension SetupView {
    init(_ setup: SetupForm, _ page: SignInPage, _ problems: FormProblems = .none) {
        let texts = page.texts
        head = page.head(texts("sign-in.setup-head"))
        form = page.form(LinkPaths.setup(setup.link))
        errors = problems.summary
        name = FieldView(
            "name",
            texts("sign-in.your-name"),
            value: setup.name,
            error: problems["name"],
            autocomplete: "name",
            maximumLength: User.nameMaximumLength,
            isFocused: setup.name.isEmpty
        )
        email = FieldView(
            "email",
            texts("sign-in.your-email"),
            kind: .email,
            value: setup.email,
            error: problems["email"],
            autocomplete: "username",
            maximumLength: EmailAddress.maximumLength
        )
        password = .newPassword(error: problems["password"], texts)
        isPlainHTTP = page.isPlainHTTP
    }
}

/// The form of the first operator, as it was typed.
struct SetupForm: Sendable {
    let link: String
    var name = ""
    var email = ""
}
