import ConsoleKit
import Domain
import UseCases

/// Asks for a code, or the password, once more.
struct ProofView: ConsoleView {
    static let template = "proof"

    let head: HeadView
    let heading: String
    let text: String
    let errors: FormErrorsView?
    let form: FormView
    let field: FieldView
    let submit: String
    let cancel: LinkView?
    let signOut: FormView?
}

extension ProofView {
    /// The code after the password.
    /// - Parameter place: where to go after signing in.
    init(codeFor place: ConsoleReturnPath?, _ page: SignInPage, _ problems: FormProblems = .none) {
        let texts = page.texts
        heading = texts("second-factor.enter-code")
        head = page.head(heading)
        text = texts("second-factor.enter-code-text")
        errors = problems.summary
        form = page.form(ConsolePaths.signInCode, to: place)
        field = .code(problems["code"], isFocused: true, hint: texts("second-factor.code-hint-recovery"), texts)
        submit = texts("sign-in.submit")
        cancel = LinkView(label: texts("second-factor.start-again"), href: ConsolePaths.signIn)
        signOut = nil
    }

    init(_ proof: ProofForm, _ page: SignInPage, _ problems: FormProblems = .none) {
        let texts = page.texts
        let need = proof.authenticationState.need
        let minutes = Int(Principal.proofLifetime.components.seconds / 60)
        heading = texts("second-factor.proof")
        head = page.head(heading)
        text =
            need == .code
            ? texts("second-factor.proof-code-text") : texts("second-factor.proof-text", count: minutes)
        errors = problems.summary
        form = page.form(ConsolePaths.proof, to: proof.to)
        field =
            proof.takesCode
            ? .code(problems["code"], isFocused: true, hint: texts("second-factor.code-hint-either"), texts)
            : .currentPassword(error: problems["password"], isFocused: true, texts)
        submit = texts("second-factor.continue")
        cancel = need == nil ? LinkView(label: texts("common.cancel"), href: proof.to?.description ?? "/") : nil
        signOut = page.form(ConsolePaths.signOut)
    }
}

/// The form of a user who is signed in and proves their identity again.
struct ProofForm: Sendable {
    let authenticationState: ConsoleAuthenticationState
    /// Where to go afterwards.
    let to: ConsoleReturnPath?

    /// Without a second factor the password is the proof.
    var takesCode: Bool { authenticationState.factorSince != nil }
}
