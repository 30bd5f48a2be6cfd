import Domain
import Foundation

/// Explains why a sign-in method was not removed.
public enum UnlinkFailure: Error, Sendable, Hashable {
    case refused(DomainError)
    /// The account has no such method.
    case unknown
    /// Without this method the user could not sign in any more.
    case last
    /// The user signed in too long ago.
    case notFresh
}
