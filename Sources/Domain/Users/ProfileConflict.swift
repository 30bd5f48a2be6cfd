import StrictJSON

/// A part of a profile that two devices set to different values.
public struct ProfileConflict: Sendable, Hashable {
    public let path: ProfilePath
    /// Null where the device removes the value.
    public let wanted: JSONValue
    /// Null where there is no value.
    public let current: JSONValue

    public init(path: ProfilePath, wanted: JSONValue, current: JSONValue) {
        self.path = path
        self.wanted = wanted
        self.current = current
    }
}
