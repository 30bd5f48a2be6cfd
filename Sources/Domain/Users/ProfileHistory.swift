import StrictJSON

/// Counts the changes of a user's profile, and remembers the version in which each part was last changed, so that
/// conflicting changes of two devices can be detected.
///
/// It is read with the user each time and updated in the transaction of a change, so it stays small whatever names the
/// app uses: of a part that is deep, or has a long name, only the enclosing part is remembered.
public struct ProfileHistory: Sendable, Hashable {
    /// The number of parts that are remembered, and the most that one change distinguishes. Of the parts changed
    /// longest ago only the latest version is known.
    public static let maximumParts = 200
    /// The size of the parts as compact JSON.
    public static let maximumBytes = 16 * 1024
    /// The number of names in one path, and their bytes.
    static let maximumDepth = 4
    static let maximumPathBytes = 256
    public static let none = ProfileHistory(version: 0, stored: "{}")

    /// The number of changes.
    public let version: Int64
    /// The parts as compact JSON: `{"/name": 3}`. The empty name has the version up to which no change is known.
    public let text: String

    /// Reads a text that this type has written.
    public init(version: Int64, stored text: String) {
        self.version = version
        self.text = text
    }

    /// The parts changed after each version, read once for many queries.
    public struct Changes: Sendable {
        private var floor: Int64 = 0
        /// The version of each remembered part's latest change.
        private var own: [ProfilePath: Int64] = [:]
        /// The latest version of any part inside a part.
        private var inner: [ProfilePath: Int64] = [:]

        fileprivate init(_ parts: Parts) {
            floor = parts.floor
            for (path, version) in parts.versions {
                own[path] = version
                for depth in 0..<path.names.count {
                    inner[ProfilePath(Array(path.names.prefix(depth))), default: 0].raise(to: version)
                }
            }
        }

        /// Whether a part, a part inside it or one around it was changed after that version.
        public func isChanged(_ path: ProfilePath, since base: Int64) -> Bool {
            if floor > base || inner[path].map({ $0 > base }) ?? false { return true }
            // Deeper parts are not remembered.
            return (0...min(path.names.count, ProfileHistory.maximumDepth)).contains { depth in
                own[ProfilePath(Array(path.names.prefix(depth)))].map { $0 > base } ?? false
            }
        }
    }

    public var changes: Changes { Changes(parts) }

    /// Returns the history after one more change, of these parts.
    public func advanced(by paths: [ProfilePath]) -> ProfileHistory {
        let next = version + 1
        let changed = Self.remembered(paths)
        var parts = parts
        parts.versions.removeAll { part in
            (0...part.path.names.count).contains { changed.contains(ProfilePath(Array(part.path.names.prefix($0)))) }
        }
        parts.versions += changed.sorted().map { ($0, next) }
        parts.shorten()
        return ProfileHistory(version: next, stored: parts.text)
    }

    /// Returns the parts whose latest change was in that version.
    public func parts(of version: Int64) -> [ProfilePath] {
        parts.versions.filter { $0.version == version }.map(\.path).sorted()
    }

    /// Returns the parts as they are remembered.
    private static func remembered(_ paths: [ProfilePath]) -> Set<ProfilePath> {
        let remembered = Set(paths.lazy.map(\.remembered))
        return remembered.count <= maximumParts
            ? remembered : Set(remembered.lazy.map { ProfilePath(Array($0.names.prefix(1))) })
    }

    private var parts: Parts { Parts(text) }

    fileprivate struct Parts {
        var floor: Int64 = 0
        var versions: [(path: ProfilePath, version: Int64)] = []

        init(_ text: String) {
            for (name, value) in (try? JSONValue(parsing: text.utf8, limits: .stored))?.objectValue ?? [:] {
                guard let version = value.integerValue else { continue }
                if name.isEmpty { floor = version } else { versions.append((ProfilePath(text: name), version)) }
            }
        }

        /// Removes the parts changed longest ago.
        mutating func shorten() {
            versions.sort { $0.version > $1.version }
            var bytes = 64
            let fitting = versions.prefix(ProfileHistory.maximumParts).prefix { part in
                bytes += JSONValue.string(part.path.description).text.utf8.count + 24
                return bytes <= ProfileHistory.maximumBytes
            }
            if fitting.count < versions.count { floor.raise(to: versions[fitting.count].version) }
            versions.removeLast(versions.count - fitting.count)
        }

        var text: String {
            var object = JSONObject(versions.map { ($0.path.description, .integer($0.version)) })
            if floor > 0 { object.set("", to: .integer(floor)) }
            return String(decoding: object.serialized(), as: UTF8.self)
        }
    }
}

extension Int64 {
    fileprivate mutating func raise(to other: Int64) { self = Swift.max(self, other) }
}

extension User {
    /// Returns this user after a change, with the history of the profile updated.
    /// - Parameter old: the user before the change.
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
    /// This part, or the innermost enclosing one that is remembered.
    fileprivate var remembered: ProfilePath {
        var (bytes, depth) = (0, 0)
        for name in names.prefix(ProfileHistory.maximumDepth) {
            // A character that RFC 6901 escapes takes two bytes.
            bytes += 1 + name.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "~") || $1 == UInt8(ascii: "/") ? 2 : 1) }
            guard bytes <= ProfileHistory.maximumPathBytes else { break }
            depth += 1
        }
        return ProfilePath(Array(names.prefix(depth)))
    }
}
