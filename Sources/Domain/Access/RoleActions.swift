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
