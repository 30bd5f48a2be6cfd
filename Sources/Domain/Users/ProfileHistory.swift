import StrictJSON

/// A place in a person's profile, as RFC 6901 writes it: `/name`, `/user_metadata/address/city`.
public struct ProfilePath: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let names: [String]

    public init(_ names: [String]) {
        self.names = names
    }

    init(text: String) {
        names = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }

    public static let name = ProfilePath(["name"])
    public static let userMetadata = ProfilePath(["user_metadata"])

    public var description: String {
        names.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
    }

    public static func < (one: ProfilePath, other: ProfilePath) -> Bool { one.description < other.description }

    /// One of them holds the other, or is it.
    func meets(_ other: ProfilePath) -> Bool { zip(names, other.names).allSatisfy { $0 == $1 } }

    func isInside(_ other: ProfilePath) -> Bool { names.count > other.names.count && names.starts(with: other.names) }

    func appending(_ name: String) -> ProfilePath { ProfilePath(names + [name]) }
}

/// How often a person's profile was changed, and in which of its versions each part was changed last: so that two devices that
/// were apart can be told whether they changed the same.
public struct ProfileHistory: Sendable, Hashable {
    /// Parts that are remembered. Of those changed longest ago only the last version is known.
    public static let maximumParts = 200
    public static let none = ProfileHistory(version: 0, stored: "{}")

    /// Counts up with each change.
    public let version: Int64
    /// The parts as compact JSON: `{"/name": 3}`. Under the empty name, the version up to which nothing is known.
    public let text: String

    /// What was made by this type before.
    public init(version: Int64, stored text: String) {
        self.version = version
        self.text = text
    }

    /// Whether a part, something in it or something around it was changed after that version.
    public func isChanged(_ path: ProfilePath, since base: Int64) -> Bool {
        var floor: Int64 = 0
        for (name, value) in parts {
            guard let version = value.integerValue else { continue }
            if name.isEmpty { floor = version } else if version > base, ProfilePath(text: name).meets(path) { return true }
        }
        return floor > base
    }

    /// The history after one more change, of these parts.
    public func advanced(by paths: [ProfilePath]) -> ProfileHistory {
        let next = version + 1
        var kept = parts.filter { name, _ in
            name.isEmpty || !paths.contains { $0 == ProfilePath(text: name) || ProfilePath(text: name).isInside($0) }
        }.map { ($0.name, $0.value.integerValue ?? 0) }
        kept += paths.map { ($0.description, next) }
        var floor = kept.first { $0.0.isEmpty }?.1 ?? 0
        kept.removeAll { $0.0.isEmpty }
        if kept.count > Self.maximumParts {
            kept.sort { $0.1 > $1.1 }
            floor = max(floor, kept[Self.maximumParts].1)
            kept.removeLast(kept.count - Self.maximumParts)
        }
        var object = JSONObject(kept.map { ($0.0, .integer($0.1)) })
        if floor > 0 { object.set("", to: .integer(floor)) }
        return ProfileHistory(version: next, stored: String(decoding: object.serialized(), as: UTF8.self))
    }

    /// What was changed last in that version.
    public func parts(of version: Int64) -> [ProfilePath] {
        parts.filter { !$0.name.isEmpty && $0.value.integerValue == version }.map { ProfilePath(text: $0.name) }.sorted()
    }

    private var parts: JSONObject { (try? JSONValue(parsing: text.utf8))?.objectValue ?? [:] }
}

extension User {
    /// This person after a change, with the history of the profile brought forward.
    /// - Parameter old: as they were before.
    public func recorded(after old: User) -> User {
        var paths = ProfilePath.userMetadata.differences(old.userMetadata.object, userMetadata.object)
        if name != old.name { paths.append(.name) }
        let isOther =
            email != old.email || emailVerified != old.emailVerified || role != old.role || state != old.state
            || appMetadata != old.appMetadata || isAnonymous != old.isAnonymous
        guard !paths.isEmpty || isOther else { return with(history: old.history) }
        return with(history: old.history.advanced(by: paths))
    }
}

extension ProfilePath {
    /// The places below this one at which two objects differ, as deep as both have objects.
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
