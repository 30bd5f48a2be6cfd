import Domain

/// The result of a device's request to change the profile. What another device changed is no error: the user chooses.
public enum ProfileChange: Sendable {
    case changed(Profile)
    /// Another device has set some of the attributes to other values; nothing was changed.
    case conflicts([ProfileConflict], Profile)
    /// The profile is not at the version that the device requires; nothing was changed.
    case anotherVersion(Profile)
}
