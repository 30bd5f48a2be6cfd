import Domain
import UseCases

/// The title and the text of a link page.
///
/// The tenant's name and the address are untrusted: hidden characters in them are escaped.
struct LinkPageText {
    let title: String
    let text: String

    init(_ offer: LinkOffer, of tenant: Tenant, to email: EmailAddress?, _ texts: Texts) {
        let email = VisibleText.escaped(email?.shown ?? "")
        self.init(offer.rawValue, texts, ["app": .app(tenant), "email": .text(email)])
    }

    init(_ result: LinkResult, of tenant: Tenant, _ texts: Texts) {
        self.init(result.rawValue, texts, ["app": .app(tenant)])
    }

    init(_ rejection: LinkRejection, _ texts: Texts) { self.init(rejection.rawValue, texts, [:]) }

    private init(_ name: String, _ texts: Texts, _ arguments: [String: TextArgument]) {
        title = texts(TextKey("links.\(name).title"), arguments)
        text = texts(TextKey("links.\(name).text"), arguments)
    }
}

extension TextArgument {
    /// The tenant's name, by which its users know the app.
    static func app(_ tenant: Tenant) -> TextArgument { .text(VisibleText.escaped(tenant.name)) }
}

/// Why a link cannot be used. Its texts in the catalogue are `links.NAME.title` and `.text`.
enum LinkRejection: String, CaseIterable {
    /// Used or expired.
    case gone
    case userDisabled = "user-disabled"
    case emailTaken = "email-taken"
    case sessionLimit = "session-limit"
}

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
