import StrictJSON

/// Merges the changes of several devices: a change that only one of them made is kept, and one that two made
/// differently is decided by the user, never by chance.
public enum ProfileMerge {
    /// Returns the conflicts of a patch.
    /// - Returns: empty when no part of the patch was set to another value after its base.
    public static func conflicts(_ patch: ProfilePatch, with user: User) -> [ProfileConflict] {
        guard let base = patch.base else { return [] }
        // A version later than the current one is from before a backup was restored: then every part counts as changed.
        let since = base > user.history.version ? 0 : base
        let changes = user.history.changes
        var found: [ProfileConflict] = []
        func compare(_ path: ProfilePath, _ wanted: JSONValue, _ current: JSONValue) {
            guard wanted != current, changes.isChanged(path, since: since) else { return }
            found.append(ProfileConflict(path: path, wanted: wanted, current: current))
        }
        if let name = patch.name {
            compare(.name, name.isEmpty ? .null : .string(name), user.name.map(JSONValue.string) ?? .null)
        }
        for (path, wanted, current) in leaves(
            patch.userMetadata ?? [:],
            over: user.userMetadata.object,
            at: .userMetadata
        ) {
            compare(path, wanted, current)
        }
        return found
    }

    /// - Throws: as `UserAttributes.init`.
    public static func merged(
        _ patch: JSONObject,
        into attributes: UserAttributes
    ) throws(FieldProblem.Rule) -> UserAttributes {
        guard !patch.isEmpty else { return attributes }
        return try UserAttributes(merged(patch, into: attributes.object))
    }

    private static func merged(_ patch: JSONObject, into target: JSONObject) -> JSONObject {
        var result = target
        var removed: Set<ByteText> = []
        for (name, value) in patch {
            if value.isNull {
                removed.insert(ByteText(name))
            } else if let inner = value.objectValue {
                result[name] = .object(merged(inner, into: result[name]?.objectValue ?? [:]))
            } else {
                result[name] = value
            }
        }
        if !removed.isEmpty { result.removeAll { name, _ in removed.contains(ByteText(name)) } }
        return result
    }

    /// Returns the single values that a patch sets, beside the current ones.
    private static func leaves(
        _ patch: JSONObject,
        over current: JSONObject,
        at path: ProfilePath
    ) -> [(ProfilePath, wanted: JSONValue, current: JSONValue)] {
        var found: [(ProfilePath, wanted: JSONValue, current: JSONValue)] = []
        for (name, value) in patch {
            let (place, there) = (path.appending(name), current[name])
            if let inner = value.objectValue, let object = there?.objectValue {
                found += leaves(inner, over: object, at: place)
            } else {
                found.append((place, wanted: value, current: there ?? .null))
            }
        }
        return found
    }
}

/// A part of a profile that two devices set to different values.
public struct ProfileConflict: Sendable, Hashable {
    public let path: ProfilePath
    /// Null where the device removes the value.
    public let wanted: JSONValue
    /// Null where there is no value.
    public let current: JSONValue
}

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
