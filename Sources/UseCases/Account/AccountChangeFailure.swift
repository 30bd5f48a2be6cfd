import Domain
import Foundation
import StrictJSON

/// Explains why a user's account was not changed.
public enum AccountChangeFailure: Error, Sendable, Hashable {
    case refused(DomainError)
    /// The session is too old for this: sign in again, or send the current password.
    case reauthenticationNeeded
    case wrongCurrentPassword
    /// The code is wrong, used or expired.
    case wrongNonce
    /// The account has no password to replace.
    case noPassword
    case samePassword
    case tooManyMessages(retryAfter: Duration)
    /// The tenant stores no addresses, or requires confirmation by a message without having mail delivery.
    case emailFixed
}
