import Domain
import Foundation
import StrictJSON

/// Explains why a session is not restored; each reason has a name that never changes.
public enum RestoreFailure: Error, Sendable, Hashable {
    case token(AccessTokenFailure)
    case refresh(RefreshFailure)
}
