import ConsoleKit
import Domain

/// The members with console access, by role.
struct MemberListView: FramedView {
    static let template = "members"

    var frame: FrameView
    let finding: String
    /// Nil for users who may not invite.
    let invite: String?
    let groups: [MemberGroupView]
}

extension MemberListView {
    init(_ team: Team, _ page: TenantPage) {
        let texts = page.texts
        let frame = page.frame(texts("members.title"), at: page.paths.members)
        self.init(
            frame: team.notice.map(frame.saying) ?? frame,
            finding: team.count == 0 ? texts("members.total-none") : texts("members.total", count: team.count),
            invite: page.access.allows(.manageUsers)
                ? PageAddress(page.paths.newInvitation, ["role": Role.Name.onCall.description]).href : nil,
            groups: team.groups.map { MemberGroupView($0, of: team, page) }
        )
    }
}

struct MemberGroupView: Sendable {
    let title: String
    let count: String
    /// What the role can do: `read-only, can end sessions`.
    let meaning: String
    /// Leads to all of them, when there are more than the page shows.
    let all: String?
    let hasRows: Bool
    let rows: [MemberRowView]
}

extension MemberGroupView {
    fileprivate init(_ group: MemberGroup, of team: Team, _ page: TenantPage) {
        let texts = page.texts
        self.init(
            title: group.role.title(texts),
            count: group.count == 0 ? texts("members.count-none") : texts("members.count", count: group.count),
            meaning: texts(TextKey("members.access.\(group.role.consoleAccess.rawValue)")),
            all: group.hasMore ? PageAddress(page.paths.users, ["role": group.role.name.description]).href : nil,
            hasRows: !group.users.isEmpty,
            rows: group.users.map { MemberRowView($0, role: group.role, of: team, page) }
        )
    }
}

struct MemberRowView: Sendable {
    let user: UserCellView
    let state: BadgeView
    let secondFactor: BadgeView
    let lastSeen: TimeView?
    /// Nil for users who may not change the role of this member.
    let change: MemberChangeView?
}

extension MemberRowView {
    fileprivate init(_ member: User, role: Role, of team: Team, _ page: TenantPage) {
        let texts = page.texts
        let actions = MemberActions(on: member, role: role, for: page.access)
        self.init(
            user: UserCellView(member, page),
            state: member.state.badge(texts),
            secondFactor: team.secured.contains(member.id)
                ? BadgeView(.success, texts("members.two-factor-on"))
                : BadgeView(.cancelled, texts("members.two-factor-off")),
            lastSeen: member.lastSeenAt.map(page.clock.relative),
            change: actions.canAssignRole
                ? MemberChangeView(of: member, among: team.roles, page) : nil
        )
    }
}

struct MemberChangeView: Sendable {
    let form: FormView
    let id: String
    let name: String
    let label: String
    let options: [OptionView]
    let remove: String
}

extension MemberChangeView {
    fileprivate init(of member: User, among roles: [Role], _ page: TenantPage) {
        self.init(
            form: page.form(page.paths.memberRole(member.id)),
            id: "role-\(member.id)",
            name: member.title(page.texts),
            label: page.texts("members.role-of", ["name": .text(member.title(page.texts))]),
            options: page.access.assignable(roles).map {
                OptionView(value: $0.name.description, label: $0.title(page.texts), isSelected: $0.name == member.role)
            },
            remove: page.paths.memberRemoval(member.id)
        )
    }
}

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
