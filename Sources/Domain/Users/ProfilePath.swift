import StrictJSON

/// A path in a user's profile, as a JSON Pointer (RFC 6901): `/name`, `/user_metadata/address/city`.
public struct ProfilePath: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let names: [String]

    public init(_ names: [String]) { self.names = names }

    init(text: String) {
        names = text.splitBytes(at: "/").dropFirst().map { name in
            let name = String(name)
            return name.utf8.contains(UInt8(ascii: "~"))
                ? name.replacing("~1", with: "/").replacing("~0", with: "~") : name
        }
    }

    public static let name = ProfilePath(["name"])
    public static let userMetadata = ProfilePath(["user_metadata"])

    public var description: String {
        names.map { name in
            let isPlain = name.utf8.allSatisfy { $0 != UInt8(ascii: "~") && $0 != UInt8(ascii: "/") }
            return "/" + (isPlain ? name : name.replacing("~", with: "~0").replacing("/", with: "~1"))
        }.joined()
    }

    public static func < (one: ProfilePath, other: ProfilePath) -> Bool {
        ByteText(one.description) < ByteText(other.description)
    }

    public static func == (one: ProfilePath, other: ProfilePath) -> Bool {
        one.names.count == other.names.count && zip(one.names, other.names).allSatisfy { $0.hasSameBytes(as: $1) }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(names.count)
        for name in names { hasher.combine(ByteText(name)) }
    }

    func appending(_ name: String) -> ProfilePath { ProfilePath(names + [name]) }
}

extension ProfilePath {
    /// Returns the paths below this one at which two objects differ, as deep as both have objects.
    func differences(_ old: JSONObject, _ new: JSONObject) -> [ProfilePath] {
        var paths: [ProfilePath] = []
        for name in old.names + new.names.filter({ old[$0] == nil }) {
            let (before, after) = (old[name], new[name])
            if let before = before?.objectValue, let after = after?.objectValue {
                paths += appending(name).differences(before, after)
            } else if before != after {
                paths.append(appending(name))
            }
        }
        return paths
    }
}
