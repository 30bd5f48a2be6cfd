import StrictJSON

/// A device's change of its user's profile: a JSON merge patch (RFC 7396).
public struct ProfilePatch: Sendable {
    /// Nil leaves the name as it is, an empty text clears it.
    public var name: String?
    public var userMetadata: JSONObject?
    /// The version that the device had read when it made the change; nil to overwrite other changes.
    public var base: Int64?

    public init(name: String? = nil, userMetadata: JSONObject? = nil, base: Int64? = nil) {
        self.name = name
        self.userMetadata = userMetadata
        self.base = base
    }
}
