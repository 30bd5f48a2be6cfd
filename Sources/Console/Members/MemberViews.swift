import ConsoleKit
import Domain
import UseCases
import WebCore

/// Who may enter the console, by role.
struct MemberListView: ConsoleView {
    static let template = "members"

    let frame: FrameView
    let finding: String
    /// For who may ask people in.
    let invite: String?
    let groups: [MemberGroupView]
}

struct MemberGroupView: Sendable {
    let title: String
    let count: String
    /// What the role is for: `read-only, can end sessions`.
    let meaning: String
    /// All of them, when there are more than are shown.
    let all: String?
    let hasRows: Bool
    let rows: [MemberRowView]
}

struct MemberChangeView: Sendable {
    let form: FormView
    let id: String
    let name: String
    let label: String
    let options: [OptionView]
    let remove: String
}

extension MemberListView {
    init(
        _ groups: [MemberGroup],
        roles: [Role],
        secured: Set<User.ID>,
        frame: FrameView,
        _ console: Console,
        _ context: TenantContext
    ) {
        let total = groups.reduce(0) { $0 + max($1.total, $1.people.count) }
        self.init(
            frame: frame,
            finding:
                "\(CountText.of(total, "member has", "members have").capitalizedFirst) console access. Operators of the installation have access too.",
            invite: context.access.allows(.manageUsers)
                ? ConsolePaths.newInvitation(context.tenant.slug) + "?role=\(Role.Name.onCall)" : nil,
            groups: groups.map { group in
                MemberGroupView(group, roles: roles, secured: secured, console, context)
            }
        )
    }
}

extension MemberGroupView {
    fileprivate init(
        _ group: MemberGroup,
        roles: [Role],
        secured: Set<User.ID>,
        _ console: Console,
        _ context: TenantContext
    ) {
        let slug = context.tenant.slug
        let clock = console.clock(for: context)
        self.init(
            title: VisibleText.escaped(group.role.title),
            count: CountText.of(max(group.total, group.people.count), "member", "members"),
            meaning: group.role.meaning,
            all: group.total > group.people.count
                ? PageAddress(ConsolePaths.users(slug), ["role": group.role.name.description]).href : nil,
            hasRows: !group.people.isEmpty,
            rows: group.people.map { user in
                MemberRowView(
                    person: UserCellView(user, in: slug),
                    state: user.state.badge,
                    secondFactor: secured.contains(user.id) ? BadgeView(.success, "On") : BadgeView(.cancelled, "Off"),
                    lastSeen: user.lastSeenAt.map(clock.relative),
                    change: MemberChangeView(of: user, group.role, roles: roles, console, context)
                )
            }
        )
    }
}

extension MemberChangeView {
    /// - Returns: nil for oneself, for who ranks higher, and for visitors who give no roles.
    fileprivate init?(of user: User, _ current: Role, roles: [Role], _ console: Console, _ context: TenantContext) {
        let principal = context.access.principal
        guard context.access.allows(.assignRoles), principal.rank >= current.rank, !context.isSelf(user.id) else {
            return nil
        }
        let slug = context.tenant.slug
        self.init(
            form: console.form(ConsolePaths.members(slug) + "/\(user.id)/role", context),
            id: "role-\(user.id)",
            name: user.title,
            label: "Role of \(user.title)",
            options: roles.filter { (try? principal.mayGive($0)) != nil }.map {
                OptionView(
                    value: $0.name.description,
                    label: VisibleText.escaped($0.title),
                    isSelected: $0.name == current.name
                )
            },
            remove: ConsolePaths.memberRemoval(user.id, slug)
        )
    }
}

extension Role {
    /// What someone with it does in the console, in a few words.
    var meaning: String {
        guard permissions.contains(.enterConsole) else { return "no console access" }
        if permissions.isSuperset(of: PermissionName.grantable) { return "full access" }
        if administers { return "can make changes" }
        return permissions.contains(.revokeSessions) ? "read-only, can end sessions" : "read-only"
    }
}
