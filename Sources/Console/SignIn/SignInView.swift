import ConsoleKit
import Domain

/// The page of sign-in.
struct SignInView: ConsoleView {
    static let template = "sign-in"

    let head: HeadView
    let notice: NoticeView?
    let form: FormView
    let errors: FormErrorsView?
    let email: FieldView
    let password: FieldView
    let tenant: FieldView
    /// Where to sign in with Apple; nil where it is not set up.
    let apple: String?
    /// The console is served without TLS.
    let isPlainHTTP: Bool
}

extension SignInView {
    init(_ signIn: SignInForm, _ page: SignInPage, _ problems: FormProblems = .none) {
        let texts = page.texts
        head = page.head(texts("sign-in.title"))
        notice = page.notice
        form = page.form(ConsolePaths.signIn, to: signIn.to)
        errors = signIn.isWrong ? .wrongSignIn(texts) : problems.summary
        email = FieldView(
            "email",
            texts("forms.label.email"),
            kind: .email,
            value: signIn.email,
            error: problems["email"],
            autocomplete: "username",
            maximumLength: EmailAddress.maximumLength,
            isFocused: signIn.email.isEmpty
        )
        password = .currentPassword(error: problems["password"], isFocused: !signIn.email.isEmpty, texts)
        tenant = FieldView(
            "tenant",
            texts("forms.label.tenant"),
            value: signIn.tenant,
            hint: texts("sign-in.tenant-hint"),
            error: problems["tenant"],
            maximumLength: Tenant.Slug.lengths.upperBound,
            isRequired: false,
            isVerbatim: true
        )
        apple = signIn.offersApple ? ConsolePaths.leading(ConsolePaths.signInWithApple, to: signIn.to) : nil
        isPlainHTTP = page.isPlainHTTP
    }
}

extension FormErrorsView {
    fileprivate static func wrongSignIn(_ texts: Texts) -> FormErrorsView {
        FormErrorsView(
            title: texts("sign-in.wrong"),
            problems: [.init(text: texts("sign-in.wrong-hint"), fieldID: "field-email")]
        )
    }
}
