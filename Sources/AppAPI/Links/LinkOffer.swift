import Domain

/// An action that a link page offers. Its texts in the catalogue are `links.NAME.title`, `.text` and `.button`.
enum LinkOffer: String, CaseIterable {
    case setPassword = "set-password"
    /// The app asks for the new password.
    case setPasswordInApp = "set-password-in-app"
    case changeEmail = "change-email"
    case signIn = "sign-in"
    case verifyEmail = "verify-email"
    /// To cancel a change of the address.
    case stopChange = "stop-change"

    init(_ link: OneTimeLink) {
        self =
            switch link.purpose {
            case .resetPassword: link.setsPassword ? .setPassword : .setPasswordInApp
            case .changeEmail: .changeEmail
            case .signIn: .signIn
            case .verifyEmail, .reauthentication, .exchange: .verifyEmail
            }
    }

    /// The text of the button.
    func button(of tenant: Tenant, _ texts: Texts) -> String {
        texts(TextKey("links.\(rawValue).button"), ["app": .app(tenant)])
    }
}

extension OneTimeLink {
    /// Whether the password is set on the page of the link, because no app takes over.
    var setsPassword: Bool { purpose == .resetPassword && !opensSession }
}
