import Domain
import Foundation

/// The result of the decision.
public enum AppleAdmission: Sendable {
    case refused(AuthFailure)
    case admitted(User, Role, AppleRecord)
}
