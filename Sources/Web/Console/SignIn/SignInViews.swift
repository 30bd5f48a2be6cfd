/// The door.
struct SignInView: ConsoleView {
    static let template = "sign-in"

    let head: HeadView
    let notice: NoticeView?
    let form: FormView
    let errors: FormErrorsView?
    let email: FieldView
    let password: FieldView
    let tenant: FieldView
    /// The console is served without TLS.
    let isPlainHTTP: Bool
}

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

/// Someone who was asked in chooses a name and a password.
struct InvitationView: ConsoleView {
    static let template = "invitation"

    let head: HeadView
    let tenantName: String
    let role: String
    let email: String
    let form: FormView
    let errors: FormErrorsView?
    let name: FieldView
    let password: FieldView
    let isPlainHTTP: Bool
}
