import Domain
import Foundation

/// The result of the decision.
public enum AppleAdmission: Sendable {
    case refused(AppleSignInFailure)
    case admitted(User, Role, AppleRecord)
}
