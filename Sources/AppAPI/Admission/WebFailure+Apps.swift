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
                title: "Nothing says which app this is",
                detail: "Send the publishable key (gh_pk_…) in the header apikey, or use a host name of the app's own."
            )
        case .unknownKey(let kind):
            self.init(
                .unauthorized,
                "unknown_key",
                title: "The key is not good",
                detail: "Send a key of the kind \(kind.rawValue) (\(kind.prefix.rawValue)…) that is not revoked."
            )
        case .tenantSuspended: self.init(DomainError.conflict(.tenantSuspended))
        case .dialectDisabled:
            self.init(
                .forbidden,
                "dialect_disabled",
                title: "The app speaks another wire format",
                detail: "Use the other address of the sign-in, or let an administrator change the setting dialect."
            )
        }
    }

    static let accountDisabled = WebFailure(
        .forbidden,
        "account_disabled",
        title: "The account is switched off",
        detail: .localizable("answers.user-disabled", "This account is switched off. Ask the people who run the app.")
    )

    static let sessionLimit = WebFailure(
        .forbidden,
        "session_limit_reached",
        title: "Too many sessions",
        detail: .localizable(
            "answers.session-limit",
            "This account is signed in on as many devices as the app allows. Sign out on one of them first."
        )
    )

    /// - Parameter places: the headers that may have a key.
    static func severalKeys(_ places: String) -> WebFailure {
        WebFailure(
            .badRequest,
            "several_credentials",
            title: "There are several keys",
            detail: "Send one key, in \(places)."
        )
    }
}
