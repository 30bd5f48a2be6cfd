/// The state of a session's refresh tokens, and the rule for a token that is presented.
public struct RefreshState: Sendable, Hashable {
    /// A token that is reused so soon after its successor was made counts as a race, later as a lost response. This
    /// decides only what the administrator is shown.
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
        /// The successor was issued, and its refresh token is unused: that successor is returned again.
        case again
        /// The token and its successor were used before; or another device presented it.
        case reused
        /// The generation has not begun, so no client can have such a token.
        case ahead
    }

    /// The parent of the current token is accepted however late. An app may be suspended while the response is in
    /// transit, or fail to write to its keychain, and present the parent hours later; its use of the successor's access
    /// token meanwhile proves nothing, because that token may have been in memory only. Once the successor's refresh
    /// token is used, it is the parent itself.
    /// - Parameters:
    ///   - begun: when the request with the token arrived. One that arrived before the successor's refresh token was
    ///     used is concurrent, and no reuse.
    ///   - isSameDevice: whether the request is from a device like the one that has the successor. Only that one can
    ///     have lost a response; its address proves nothing, because phones change their network.
    public func verdict(on presented: Int64, begun: Timestamp, isSameDevice: Bool) -> Verdict {
        if presented == generation { return .rotate }
        if presented > generation { return .ahead }
        guard isSameDevice else { return .reused }
        if presented == generation - 1 { return .again }
        return presented == generation - 2 && begun < rotatedAt ? .again : .reused
    }

    /// Returns the likely reason for a repeated response.
    public func repetition(begun: Timestamp) -> RefreshReuse {
        begun.since(rotatedAt) <= Self.raceWindow ? .race : .lostAnswer
    }

    /// Returns the likely reason for a reuse, from the devices that presented the tokens.
    /// - Parameters:
    ///   - keeper: the device and address that the current generation was issued to.
    ///   - presenter: the device and address that came with the old token.
    public func reuse(
        at moment: Timestamp,
        keeper: (device: Device, address: String?),
        presenter: (device: Device, address: String?)
    ) -> RefreshReuse {
        guard keeper.device.isLike(presenter.device), keeper.address == presenter.address else { return .theft }
        return repetition(begun: moment)
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

    /// `CoachMe` of `CoachMe/231 CFNetwork/1568.1 Darwin/24.0`
    private var product: String? {
        userAgent.map { String(decoding: $0.utf8.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self) }
    }

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
