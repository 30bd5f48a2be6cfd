import Domain
import Foundation

/// The decision about the use of a token.
public enum AppleDecision: Sendable {
    case refuse(AuthFailure)
    case create(User, audit: AuditDraft)
    /// Adds a sign-in method to the target's account.
    case link(User, audit: AuditDraft)
    /// Keeps the user with the attributes the token or the request adds; without an audit entry nothing was added.
    case keep(User, audit: AuditDraft?)
}
