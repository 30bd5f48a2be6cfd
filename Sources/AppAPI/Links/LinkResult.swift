import Domain

/// What a link did. Its texts in the catalogue are `links.NAME.title` and `.text`.
enum LinkResult: String, CaseIterable {
    case passwordSet = "password-set"
    case emailChanged = "email-changed"
    case emailConfirmed = "email-confirmed"
    /// The change of the address was canceled, and the session that requested it ended.
    case changeStopped = "change-stopped"
    /// The change of the address was canceled, and every session ended.
    case signedOutEverywhere = "signed-out-everywhere"
    /// Nothing: the code of the message is typed in the app.
    case codeInApp = "code-in-app"

    init(_ link: OneTimeLink) {
        self =
            switch link.purpose {
            case .resetPassword: .passwordSet
            case .changeEmail: .emailChanged
            case .verifyEmail, .signIn, .reauthentication, .exchange: .emailConfirmed
            }
    }
}
