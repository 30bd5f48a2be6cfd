import Domain

/// The members with one role.
struct MemberGroup {
    let role: Role
    /// As the list of roles counts them; 0 for users who may not read roles.
    let total: Int
    /// The first of them.
    let users: [User]

    var count: Int { max(total, users.count) }
    var hasMore: Bool { total > users.count }
}
