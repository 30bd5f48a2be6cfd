/// The state of a session's refresh tokens, and the rule for a token that is presented.
public struct RefreshState: Sendable, Hashable {
    /// So long after a rotation, requests that began before it may still arrive: two processes of one app wake at the
    /// same time, and one of them has a token that the other has replaced. A token that is presented again within it
    /// counts as a race, later as a lost response.
    public static let raceWindow = Duration.seconds(60)

    /// The generation of the current token.
    public let generation: Int64
    /// When this generation began, which is when the previous refresh token was used.
    public let rotatedAt: Timestamp
    /// The version of the tenant's key that the tokens are made with.
    public let keyVersion: Int

    public init(generation: Int64, rotatedAt: Timestamp, keyVersion: Int) {
        self.generation = generation
        self.rotatedAt = rotatedAt
        self.keyVersion = keyVersion
    }

    /// The decision about a token of this server.
    public enum Verdict: Sendable, Hashable {
        /// The token is current: the next generation begins.
        case rotate
        /// The successor was issued, and its refresh token is unused, or was used a moment ago: the tokens of the
        /// current generation are returned again.
        case again
        /// The token and its successor were used before, and not only a moment ago; or another device presented it.
        case reused
        /// The generation has not begun, so no client can have such a token.
        case ahead
    }

    /// The parent of the current token is accepted however late. An app may be suspended while the response is in
    /// transit, or fail to write to its keychain, and present the parent hours later; its use of the successor's access
    /// token meanwhile proves nothing, because that token may have been in memory only. Once the successor's refresh
    /// token is used, it is the parent itself. The parent of the parent is accepted for a minute after that.
    /// - Parameters:
    ///   - receivedAt: when the request with the token was received.
    ///   - isSameDevice: whether the request is from a device like the one that has the successor. Only that one can
    ///     have lost a response; its address proves nothing, because phones change their network.
    public func verdict(on presented: Int64, receivedAt: Timestamp, isSameDevice: Bool) -> Verdict {
        if presented == generation { return .rotate }
        if presented > generation { return .ahead }
        guard isSameDevice else { return .reused }
        if presented == generation - 1 { return .again }
        return presented == generation - 2 && receivedAt.since(rotatedAt) <= Self.raceWindow ? .again : .reused
    }

    /// Returns the likely reason for a repeated response.
    public func repetition(receivedAt: Timestamp) -> RefreshReuse {
        receivedAt.since(rotatedAt) <= Self.raceWindow ? .race : .lostAnswer
    }

    /// Returns the likely reason for a reuse, from the devices that presented the tokens.
    /// - Parameters:
    ///   - holder: the device and address that the current generation was issued to.
    ///   - presenter: the device and address that came with the old token.
    public func reuse(
        at now: Timestamp,
        holder: (device: Device, address: String?),
        presenter: (device: Device, address: String?)
    ) -> RefreshReuse {
        guard holder.device.isLike(presenter.device), holder.address == presenter.address else { return .theft }
        return repetition(receivedAt: now)
    }
}

extension Device {
    /// Whether both devices are of one make, whatever the versions of system and app, which change during a session.
    ///
    /// Every request of an app has one user agent, so a request without it is from another app. Many apps send name and
    /// model with the sign-in only, so their absence implies nothing.
    public func isLike(_ other: Device) -> Bool {
        func agree(_ one: String?, _ two: String?) -> Bool { one == nil || two == nil || hasSameBytes(one, two) }
        return agree(model, other.model) && agree(name, other.name) && hasSameBytes(product, other.product)
    }

    private func hasSameBytes(_ one: String?, _ two: String?) -> Bool {
        one.map { Array($0.utf8) } == two.map { Array($0.utf8) }
    }

    /// `CoachMe` of `CoachMe/231 CFNetwork/1568.1 Darwin/24.0`; of a browser its system and its program, because all
    /// browsers call themselves `Mozilla`.
    private var product: String? {
        userAgent.map { agent in
            let bytes = Array(agent.utf8.prefix(Self.longestAgent))
            guard bytes.matches("mozilla/", at: 0) else {
                return String(decoding: bytes.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
            }
            func first(of words: [StaticString]) -> String {
                words.first { word in bytes.indices.contains { bytes.matches(word, at: $0) } }.map { "\($0)" } ?? ""
            }
            return first(of: Self.systems) + " " + first(of: Self.programs)
        }
    }

    /// In bytes. Browsers send some 150.
    private static let longestAgent = 512
    /// The words for systems and programs of browsers; of several, the first in the list is the system or the program:
    /// Chrome calls itself Safari too, and Android Linux.
    private static let systems: [StaticString] = [
        "iphone", "ipad", "android", "windows", "cros ", "macintosh", "linux",
    ]
    private static let programs: [StaticString] = [
        "edg", "opr/", "samsungbrowser", "fxios", "firefox", "crios", "chrome", "safari",
    ]

    /// Returns the device after a request with the current token: the request's values, and the known ones for a name,
    /// model or version that it omits. The user agent is always that of the latest request.
    public func updated(by later: Device) -> Device {
        Device(
            name: later.name ?? name,
            model: later.model ?? model,
            osVersion: later.osVersion ?? osVersion,
            appVersion: later.appVersion ?? appVersion,
            userAgent: later.userAgent
        )
    }
}

/// Classifies the second use of a refresh token, whether the response was repeated or the session ended for it. It is
/// shown to the administrator.
public enum RefreshReuse: String, Sendable, CaseIterable {
    /// Two parts of one app refreshed concurrently.
    case race
    /// The device of the previous token presented it again: it never got, or never stored, the new one.
    case lostAnswer = "lost_answer"
    /// Another device, or another address, presented it.
    case theft
}
