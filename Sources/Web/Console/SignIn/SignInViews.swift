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
    /// Where to sign in with Apple; nil where nobody can.
    let apple: String?
    /// The console is served without TLS.
    let isPlainHTTP: Bool
}

/// Which tenant's app at Apple lets someone in.
struct AppleSignInView: ConsoleView {
    static let template = "apple-door"

    let head: HeadView
    let errors: FormErrorsView?
    let form: FormView
    let tenant: FieldView
    let back: String
}

/// Leads to Apple's page.
struct AppleLeavingView: ConsoleView {
    static let template = "apple-leaving"

    let head: HeadView
    let address: String
    let back: String
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
