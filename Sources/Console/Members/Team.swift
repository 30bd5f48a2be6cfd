import ConsoleKit
import Domain

/// The members of a tenant, by role.
struct Team {
    let groups: [MemberGroup]
    /// The roles that a member can get.
    let roles: [Role]
    /// The members with two-factor authentication.
    let secured: Set<User.ID>
    /// Why the last form was not carried out.
    var notice: NoticeView?

    var count: Int { groups.reduce(0) { $0 + $1.count } }
}
