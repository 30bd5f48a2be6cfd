import ConsoleKit
import Domain
import WebCore

extension AppleSignInView {
    init(_ signIn: AppleSignInForm, _ page: SignInPage) {
        let texts = page.texts
        let problems = FormProblems(signIn.problems, texts)
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

extension AppleLeavingView {
    /// - Parameter address: of Apple's page.
    init(_ address: String, _ page: SignInPage) {
        head = page.head(page.texts("sign-in.leaving-title"))
        self.address = address
        back = ConsolePaths.signIn
    }
}
