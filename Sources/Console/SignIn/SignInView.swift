import ConsoleKit
import WebCore

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
