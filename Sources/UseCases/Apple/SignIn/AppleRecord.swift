import Domain

/// The data from which the use of an identity token is decided, read in the transaction that carries the decision out.
public struct AppleRecord: Sendable {
    /// When this token was used before; nil for the first time.
    public let firstUsedAt: Timestamp?
    /// The user it was used for then; nil when the account is gone.
    public let firstUser: User.ID?
    /// The device that sent it then; nil for the first time.
    public let firstDevice: Device?
    /// The user who has the subject as an identity.
    public let user: User?
    /// The user was found by their transfer subject, from a move of the app between teams.
    public let isTransferred: Bool
    /// The user who has the address of the token, when it is another user.
    public let emailOwner: User?
    public let emailOwnerRole: Role?
    /// The user withdrew consent from the app after Apple issued the token.
    public let isWithdrawn: Bool
    /// The user whose session the use has; nil when it has none, or that has ended.
    public let target: User?
    /// The target has an Apple Account already.
    public let isTargetLinked: Bool

    public init(
        firstUsedAt: Timestamp?,
        firstUser: User.ID?,
        firstDevice: Device?,
        user: User?,
        isTransferred: Bool = false,
        emailOwner: User?,
        emailOwnerRole: Role? = nil,
        isWithdrawn: Bool = false,
        target: User? = nil,
        isTargetLinked: Bool = false
    ) {
        self.firstUsedAt = firstUsedAt
        self.firstUser = firstUser
        self.firstDevice = firstDevice
        self.user = user
        self.isTransferred = isTransferred
        self.emailOwner = emailOwner
        self.emailOwnerRole = emailOwnerRole
        self.isWithdrawn = isWithdrawn
        self.target = target
        self.isTargetLinked = isTargetLinked
    }
}

extension AppleRecord {
    /// A client that lost the response sends its token again; within this time that counts as one sign-in.
    static let retryWindow = Duration.minutes(5)

    var isRepeated: Bool { firstUsedAt != nil }

    /// Whether the use is a replay of an old one rather than a retry of the client. Only a device like the one that
    /// sent the token first can have lost the response.
    func isReplay(_ use: AppleUse) -> Bool {
        guard let firstUsedAt else { return false }
        return use.usedAt.since(firstUsedAt) >= Self.retryWindow || firstUser == nil || firstUser != user?.id
            || firstDevice?.isLike(use.device) != true
    }
}
