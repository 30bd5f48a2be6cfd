import Domain

/// Selects sessions. A nil property matches every session.
public struct SessionFilter: Sendable, Hashable {
    public enum Life: String, Sendable, CaseIterable {
        case alive, ended
    }

    public static let textMaximumLength = 200

    public var user: User.ID?
    /// Only these sessions, at most 200.
    public var ids: [Session.ID]?
    public var role: Role.Name?
    public var kind: Session.Kind?
    public var appVersion: String?
    public var osVersion: String?
    public var deviceModel: String?
    public var life: Life?
    public var seenBefore: Timestamp?
    public var seenAfter: Timestamp?
    /// Selects only users whose rank is at most this.
    public var maximumRank: Role.Rank?
    /// Excludes sessions in which an impersonator acts as the user.
    public var isOwn = false
    /// Excludes this session, whatever the other properties say.
    public var except: Session.ID?

    public init(
        user: User.ID? = nil,
        ids: [Session.ID]? = nil,
        role: Role.Name? = nil,
        kind: Session.Kind? = nil,
        appVersion: String? = nil,
        osVersion: String? = nil,
        deviceModel: String? = nil,
        life: Life? = nil,
        seenBefore: Timestamp? = nil,
        seenAfter: Timestamp? = nil
    ) {
        self.user = user
        self.ids = ids
        self.role = role
        self.kind = kind
        self.appVersion = appVersion
        self.osVersion = osVersion
        self.deviceModel = deviceModel
        self.life = life
        self.seenBefore = seenBefore
        self.seenAfter = seenAfter
    }
}
