/// Where a session's refresh tokens stand, and what follows for one that is shown.
public struct RefreshState: Sendable, Hashable {
    /// A token that comes a second time so soon after its successor was made is taken for a race, later for a lost
    /// answer. It decides only what the administrator is told.
    public static let raceWindow = Duration.seconds(60)

    /// Of the token that is good now.
    public let generation: Int64
    /// When this generation began, which is when the refresh token of the one before it was used.
    public let rotatedAt: Timestamp
    /// Which of the tenant's keys the tokens are made with.
    public let keyVersion: Int

    public init(generation: Int64, rotatedAt: Timestamp, keyVersion: Int) {
        self.generation = generation
        self.rotatedAt = rotatedAt
        self.keyVersion = keyVersion
    }

    /// What to do with a token of our own making.
    public enum Verdict: Sendable, Hashable {
        /// It is the one that is good: the next generation begins.
        case rotate
        /// Its successor was handed out, and the successor's refresh token is unused: the same successor again.
        case again
        /// It was used before, and its successor too; or another device came with it.
        case reused
        /// Of a generation that has not begun: nobody can have it.
        case ahead
    }

    /// The parent of the current token is answered however late. An app is suspended while the answer travels, or
    /// cannot write to its keychain, and shows the parent hours later; that it has used the successor's access token
    /// meanwhile proves nothing, for that token may have lived in memory only. The successor's refresh token, once it
    /// is used, is the parent itself.
    /// - Parameters:
    ///   - begun: when the request with the token came in. What came in before the successor's refresh token was used
    ///     was on its way at the same time, and is no reuse.
    ///   - isSameDevice: whether it came from a device like the one that has the successor. Only that one can have lost
    ///     an answer; where it comes from says nothing, for phones change their network.
    public func verdict(on presented: Int64, begun: Timestamp, isSameDevice: Bool) -> Verdict {
        if presented == generation { return .rotate }
        if presented > generation { return .ahead }
        guard isSameDevice else { return .reused }
        if presented == generation - 1 { return .again }
        return presented == generation - 2 && begun < rotatedAt ? .again : .reused
    }

    /// What it is taken for that a token was answered again.
    public func repetition(begun: Timestamp) -> RefreshReuse {
        begun.since(rotatedAt) <= Self.raceWindow ? .race : .lostAnswer
    }

    /// What a reuse most likely was, by who came with it.
    /// - Parameters:
    ///   - keeper: the device and address that the current generation was given to.
    ///   - visitor: those that came with the old token.
    public func reuse(
        at moment: Timestamp,
        keeper: (device: Device, address: String?),
        visitor: (device: Device, address: String?)
    ) -> RefreshReuse {
        guard keeper.device.isLike(visitor.device), keeper.address == visitor.address else { return .theft }
        return repetition(begun: moment)
    }
}

/// What the second use of a refresh token is taken for, whether it was answered again or the session ended for it. The
/// administrator sees which.
public enum RefreshReuse: String, Sendable, CaseIterable {
    /// Two parts of one app at the same time.
    case race
    /// The same device came with the token before: it never got, or never kept, the new one.
    case lostAnswer = "lost_answer"
    /// Another device, or another address, came with it.
    case theft
}

extension Device {
    /// The same make, whatever the versions of system and app: those change under a living session.
    ///
    /// Every request of an app has the same user agent, so one without it is of another app. Its name and model many
    /// apps send with the sign-in only, so a request without them says nothing.
    public func isLike(_ other: Device) -> Bool {
        func agree(_ one: String?, _ two: String?) -> Bool { one == nil || two == nil || hasSameBytes(one, two) }
        return agree(model, other.model) && agree(name, other.name) && hasSameBytes(product, other.product)
    }

    private func hasSameBytes(_ one: String?, _ two: String?) -> Bool {
        one.map { Array($0.utf8) } == two.map { Array($0.utf8) }
    }

    /// `CoachMe` of `CoachMe/231 CFNetwork/1568.1 Darwin/24.0`
    private var product: String? {
        userAgent.map { String(decoding: $0.utf8.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self) }
    }

    /// The device after a request with the current token: what the request says of it, and for name, model and versions
    /// that the request does not say, what was known. The user agent is always that of the latest request.
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
