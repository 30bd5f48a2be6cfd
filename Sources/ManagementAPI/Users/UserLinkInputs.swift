import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The fields of requests about links.
enum UserLinkInputs {
    /// The purposes of links that an administrator may create.
    enum Purpose: String, CaseIterable, Sendable {
        case verifyEmail = "verify_email"
        case resetPassword = "reset_password"
        case signIn = "sign_in"
        case changeEmail = "change_email"

        var purpose: OneTimeLink.Purpose {
            switch self {
            case .verifyEmail: .verifyEmail
            case .resetPassword: .resetPassword
            case .signIn: .signIn
            case .changeEmail: .changeEmail
            }
        }
    }

    static let purpose: Input<Purpose?> = .oneOf("purpose", "The purpose of the link.")
    static let email = Input.optionalText(
        "email",
        "The new address; only for `change_email`.",
        maximum: EmailAddress.maximumLength,
        schema: .email
    )
    static let returnTo = Input.optionalText(
        "return_to",
        """
        Where the browser is redirected afterwards, signed in: one of the tenant's `redirect_urls`; required for `sign_in`. Without it the user sets a new password on \
        Gatehouse's page.
        """,
        maximum: RedirectRule.maximumLength,
        schema: Schema(["type": "string", "format": "uri"])
    )

    static let link = Inputs { (purpose: $0.read(purpose), email: $0.read(email), returnTo: $0.read(returnTo)) }
}
