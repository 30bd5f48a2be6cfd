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
        canEndSessions = isInReach && access.allows(.revokeSessions)
    }
}
