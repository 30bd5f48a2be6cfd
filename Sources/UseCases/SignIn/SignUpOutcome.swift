import Domain
import Foundation

/// The result of signing up.
public enum SignUpOutcome: Sendable {
    case signedIn(SignedIn)
    /// The address has to be confirmed first. When the address was already taken, the user in here is made up.
    case unconfirmed(User)
}
