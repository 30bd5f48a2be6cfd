import Domain
import HTTPTypes
import UseCases
import WebCore

/// Errors that all dialects for apps have in common. A dialect maps the codes to its own.
extension WebFailure {
    init(app reason: AuthFailure.AppReason) {
        switch reason {
        case .noTenant:
            self.init(
                .badRequest,
                "no_tenant",
                title: "The request does not identify an app",
                detail: "Send the publishable key (gh_pk_…) in the header apikey, or use the app's custom domain."
            )
        case .unknownKey(let kind):
            self.init(
                .unauthorized,
                "unknown_key",
                title: "The key is invalid",
                detail: "Send a key of the kind \(kind.rawValue) (\(kind.prefix.rawValue)…) that is not revoked."
            )
        case .tenantSuspended: self.init(DomainError.conflict(.tenantSuspended))
        case .dialectDisabled:
            self.init(
                .forbidden,
                "dialect_disabled",
                title: "The app uses another protocol",
                detail: "Use the paths of the other protocol, or ask an administrator to change the setting dialect."
            )
        }
    }

    static let accountDisabled = WebFailure(
        .forbidden,
        "account_disabled",
        title: "The account is disabled",
        detail: .localizable("answers.user-disabled", "This account is disabled. Contact the administrator of the app.")
    )

    static let sessionLimit = WebFailure(
        .forbidden,
        "session_limit_reached",
        title: "Too many sessions",
        detail: .localizable(
            "answers.session-limit",
            "This account is signed in on the maximum number of devices. Sign out on one of them first."
        )
    )

    /// - Parameter places: the headers that may have a key.
    static func severalKeys(_ places: String) -> WebFailure {
        WebFailure(
            .badRequest,
            "several_credentials",
            title: "More than one key was sent",
            detail: "Send only one key, in \(places)."
        )
    }
}
