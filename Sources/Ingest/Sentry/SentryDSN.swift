import StrictJSON

/// The address of a project in a Sentry SDK: `https://<key>@<host>/<project>`.
///
/// The key may have a secret after a colon (`<key>:<secret>@`), which old SDKs send and no server needs; a path may
/// precede the project. Source: Sentry's developer documentation, *Authentication*, *The DSN*.
public struct SentryDSN: Sendable, Hashable {
    static let maximumBytes = 512
    private static let keyDigits = 32

    public let key: String
    /// The number of the tenant.
    public let project: Int

    /// - Parameter key: hexadecimal digits may be capitals.
    public init(key: String, project: Int) {
        self.key = key.utf8.count == Self.keyDigits ? key.lowercasedASCII() : key
        self.project = project
    }

    /// - Returns: nil for a text that is no DSN of this server.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumBytes else { return nil }
        let parts = text.splitBytes(at: "/")
        guard parts.count >= 4, ["https:", "http:"].contains(where: parts[0].matchesIgnoringASCIICase),
            parts[1].isEmpty, let end = parts[2].utf8.lastIndex(of: UInt8(ascii: "@")),
            parts[2].utf8.index(after: end) < parts[2].endIndex,
            let project = parts.last.flatMap({ SentryDSN.project($0) })
        else { return nil }
        let user = parts[2][..<end]
        guard let key = user.splitBytes(at: ":", maximumSplits: 1).first, !key.isEmpty else { return nil }
        self.init(key: String(key), project: project)
    }

    /// Reads the number of a project: decimal digits without a sign.
    public static func project(_ text: some StringProtocol) -> Int? {
        guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    public static func == (left: SentryDSN, right: SentryDSN) -> Bool {
        left.project == right.project && left.key.hasSameBytes(as: right.key)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(project)
        hasher.combine(ByteText(key))
    }
}
