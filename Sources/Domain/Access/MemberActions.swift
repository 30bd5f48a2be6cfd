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
