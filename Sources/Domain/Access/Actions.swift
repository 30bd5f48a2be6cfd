/// The actions on an API key that a console page offers to a principal.
public struct KeyActions: Sendable, Hashable {
    public let canRevoke: Bool

    public init(on key: APIKey, for access: Access) {
        canRevoke = key.revokedAt == nil && access.allows(.manageKeys)
    }
}

extension Access {
    /// The kinds of API keys that the principal may create.
    public var creatableKeyKinds: [APIKey.Kind] {
        guard allows(.manageKeys) else { return [] }
        return APIKey.Kind.allCases.filter { (try? principal.mayMakeKey($0)) != nil }
    }
}

/// The actions on a member that the page of the team offers to a principal: none on the own account.
public struct MemberActions: Sendable, Hashable {
    /// Includes removing the console access, which assigns a role without it.
    public let canAssignRole: Bool

    /// - Parameter role: the current role of the member.
    public init(on member: User, role: Role, for access: Access) {
        canAssignRole =
            access.allows(.assignRoles) && access.principal.kind != .user(member.id)
            && (try? access.principal.mayAct(onRank: role.rank)) != nil
    }
}

extension Access {
    /// The roles that the principal may assign to users.
    public func assignable(_ roles: [Role]) -> [Role] {
        allows(.assignRoles) ? roles.filter { (try? principal.mayGive($0)) != nil } : []
    }
}

/// The actions on a role that a console page offers to a principal.
public struct RoleActions: Sendable, Hashable {
    public let canEdit: Bool
    /// A role that users have is not deleted all the same.
    public let canDelete: Bool

    public init(on role: Role, for access: Access) {
        let mayChange = access.allows(.manageRoles) && (try? access.principal.mayChange(role)) != nil
        canEdit = mayChange
        canDelete = mayChange
    }
}

/// The actions on a user that a console page offers to a principal.
///
/// The use cases check the same rules on data read inside their transaction, and those that a page cannot know: the
/// recent proof, the last administrator.
public struct UserActions: Sendable, Hashable {
    public let isOwnAccount: Bool
    /// Includes a new email address, which needs more than this permission.
    public let canEdit: Bool
    public let canInviteAgain: Bool
    public let canAssignRole: Bool
    public let canDisable: Bool
    public let canEnable: Bool
    public let canDelete: Bool
    public let canDeleteEvents: Bool
    public let canEndSessions: Bool

    /// - Parameter role: the current role of the user.
    public init(on user: User, role: Role, for access: Access) {
        let principal = access.principal
        let isInReach = principal.canAct(onRank: role.rank)
        let canManage = isInReach && access.allows(.manageUsers)
        isOwnAccount = principal.isUser(user.id)
        canEdit = canManage
        canInviteAgain = canManage && user.state == .invited
        canAssignRole = isInReach && access.allows(.assignRoles)
        canDisable = canManage && !isOwnAccount && user.state != .disabled
        canEnable = canManage && user.state == .disabled
        canDelete = canManage && !isOwnAccount
        canDeleteEvents = canManage && !isOwnAccount
        canEndSessions = isInReach && access.allows(.revokeSessions)
    }
}
