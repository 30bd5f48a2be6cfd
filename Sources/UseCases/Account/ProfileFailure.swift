import Domain
import Foundation
import StrictJSON

/// Explains why a profile was not changed.
public enum ProfileFailure: Error, Sendable {
    case refused(DomainError)
    /// Another device has set some of the attributes to other values.
    case conflicts([ProfileConflict], Profile)
    /// The profile is not at the version that the device requires.
    case anotherVersion(Profile)
}
