/// Where a session's refresh tokens stand, and what follows for one that is shown.
public struct RefreshState: Sendable, Hashable {
    /// So long after a rotation its parent is answered again, while nobody has used the successor: the answer may have been lost.
    public static let replayWindow = Duration.seconds(60)

    /// Of the token that is good now.
    public let generation: Int64
    /// When this generation began.
    public let rotatedAt: Timestamp
    /// When something of this generation was first used: its access token or its refresh token. Nil until then.
    public let confirmedAt: Timestamp?
    /// Which of the tenant's keys the tokens are made with.
    public let keyVersion: Int

    public init(generation: Int64, rotatedAt: Timestamp, confirmedAt: Timestamp?, keyVersion: Int) {
        self.generation = generation
        self.rotatedAt = rotatedAt
        self.confirmedAt = confirmedAt
        self.keyVersion = keyVersion
    }

    /// What to do with a token of our own making.
    public enum Verdict: Sendable, Hashable {
        /// It is the one that is good: the next generation begins.
        case rotate
        /// Its successor was handed out a moment ago, and nobody has shown that it arrived: the same once more.
        case again
        /// It was used before, and its successor too.
        case reused
        /// Of a generation that has not begun: nobody can have it.
        case ahead
    }

    /// - Parameters:
    ///   - begun: when the request with the token came in. What came in before the successor was first used was on its way at the
    ///     same time, and is no reuse.
    ///   - isSameDevice: whether it came from a device like the one that has the successor. Only that one can have lost an answer;
    ///     where it comes from says nothing, for phones change their network.
    public func verdict(on presented: Int64, begun: Timestamp, isSameDevice: Bool) -> Verdict {
        if presented == generation { return .rotate }
        if presented > generation { return .ahead }
        let isParent = presented == generation - 1
        let isConfirmed = confirmedAt.map { $0 <= begun } ?? false
        return isParent && isSameDevice && !isConfirmed && begun.since(rotatedAt) <= Self.replayWindow ? .again : .reused
    }

    /// What a reuse most likely was, by who came with it.
    /// - Parameters:
    ///   - keeper: the device and address that the current generation was given to.
    ///   - visitor: those that came with the old token.
    public func reuse(
        of presented: Int64, at moment: Timestamp, keeper: (device: Device, address: String?), visitor: (device: Device, address: String?)
    ) -> RefreshReuse {
        guard keeper.device.isLike(visitor.device) else { return .theft }
        if presented == generation - 1, confirmedAt == nil { return .lostAnswer }
        guard keeper.address == visitor.address else { return .theft }
        return moment.since(rotatedAt) <= Self.replayWindow ? .race : .lostAnswer
    }
}

/// What the second use of a refresh token is taken for. The session ends in any case; the administrator sees which.
public enum RefreshReuse: String, Sendable, CaseIterable {
    /// Two parts of one app, of which one had used the successor already.
    case race
    /// The same device came with the token before: it never got, or never kept, the new one.
    case lostAnswer = "lost_answer"
    /// Another device, or another address, came with it.
    case theft
}

extension Device {
    /// The same make, whatever the versions of system and app: those change under a living session.
    public func isLike(_ other: Device) -> Bool {
        func agree(_ one: String?, _ two: String?) -> Bool { one == nil || two == nil || one == two }
        return agree(model, other.model) && agree(name, other.name) && agree(userAgent.map(Self.product), other.userAgent.map(Self.product))
    }

    /// `CoachMe` of `CoachMe/231 CFNetwork/1568.1 Darwin/24.0`
    private static func product(_ userAgent: String) -> String { String(userAgent.prefix { $0 != "/" }) }

    /// With what a later request tells, and for what it does not tell, what was known.
    public func updated(by later: Device) -> Device {
        Device(
            name: later.name ?? name, model: later.model ?? model, osVersion: later.osVersion ?? osVersion,
            appVersion: later.appVersion ?? appVersion, userAgent: later.userAgent ?? userAgent)
    }
}
