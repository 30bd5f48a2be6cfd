import ConsoleKit
import Domain

/// The choice of the tenant whose app at Apple is used for the sign-in.
struct AppleSignInView: ConsoleView {
    static let template = "apple-sign-in"

    let head: HeadView
    let errors: FormErrorsView?
    let form: FormView
    let tenant: FieldView
    let back: String
}

extension AppleSignInView {
    init(_ signIn: AppleSignInForm, _ page: SignInPage, _ problems: FormProblems = .none) {
        let texts = page.texts
        head = page.head(texts("sign-in.apple-title"))
        errors = problems.summary
        form = page.form(ConsolePaths.signInWithApple, to: signIn.to)
        tenant = FieldView(
            "tenant",
            texts("forms.label.tenant"),
            value: signIn.tenant,
            hint: texts("sign-in.apple-tenant-hint"),
            error: problems["tenant"],
            maximumLength: Tenant.Slug.lengths.upperBound,
            isFocused: true,
            isVerbatim: true
        )
        back = ConsolePaths.leading(ConsolePaths.signIn, to: signIn.to)
    }
}

/// Leads to Apple's page.
struct AppleLeavingView: ConsoleView {
    static let template = "apple-leaving"

    let head: HeadView
    let address: String
    let back: String
}

extension AppleLeavingView {
    /// - Parameter address: of Apple's page.
    init(_ address: String, _ page: SignInPage) {
        head = page.head(page.texts("sign-in.leaving-title"))
        self.address = address
        back = ConsolePaths.signIn
    }
}
