import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// The members of a tenant: who has console access, with which role. The page of a user has the other actions.
struct MemberRoutes {
    /// Of each role; more are a list of users.
    static let shown = 50

    let console: Console

    func add(to tenant: Routes<TenantContext>) {
        let members = tenant.group("members")
        members.needs(ReadUsers.self).get(use: list)
        members.needs(AssignRoles.self).submit("{user}/role", console: console, use: assign)
        members.needs(AssignRoles.self).get("{user}/removal", use: askRemoval)
        members.needs(AssignRoles.self).submit("{user}/removal", console: console, use: remove)
    }

    private var users: UserAdministration { console.services.users }

    // MARK: Reading

    private func list(_ call: Call<ReadUsers>) async throws -> Response {
        let page = console.page(call.context)
        return try await page.response(MemberListView(team(call.grant, call.context.access), page))
    }

    private func team(_ grant: Grant<ReadUsers>, _ access: Access) async throws -> Team {
        let roles = try await roles(access)
        var groups: [MemberGroup] = []
        for summary in roles where summary.role.permissions.contains(.enterConsole) {
            let members = try await users.page(
                UserQuery(role: summary.role.name, sort: .name),
                PageRequest(limit: Self.shown),
                grant: grant
            ).items.map(\.user)
            groups.append(MemberGroup(role: summary.role, total: summary.users, users: members))
        }
        let ids = Set(groups.flatMap { $0.users.map(\.id) })
        return Team(
            groups: groups,
            roles: roles.map(\.role),
            secured: try await console.services.secondFactors.having(ids, grant: grant)
        )
    }

    /// The roles of the tenant; for users who may not read roles, the built-in ones.
    private func roles(_ access: Access) async throws -> [RoleSummary] {
        guard access.allows(.readRoles) else { return Role.builtIn.reversed().map { RoleSummary(role: $0, users: 0) } }
        return try await console.services.roles.all(grant: access.grant())
    }

    // MARK: Changing

    private func assign(_ fields: inout Fields, _ call: Call<AssignRoles>) async throws -> Response {
        let id = try call.id("user", of: .user, as: User.ID.self)
        let role = fields.text("role", maximum: Role.Name.maximumLength)
        let page = console.page(call.context)
        return try await page.form(fields) {
            _ = try await users.assign(role: role, to: id, grant: call.grant)
            return page.seeOther(page.paths.members, flash: .roleAssigned)
        } again: { problems in
            let unchanged = problems["role"].map { problem in
                NoticeView(.failed, page.texts("members.not-changed", ["problem": .text(problem)]))
            }
            var team = try await team(page.access.grant(), page.access)
            team.notice = unchanged ?? problems.notice
            return MemberListView(team, page)
        }
    }

    // MARK: Removing

    private func askRemoval(_ call: Call<AssignRoles>) async throws -> Response {
        let member = try await member(call)
        let page = console.page(call.context)
        return await page.response(.removal(of: member, page), at: page.paths.members)
    }

    private func remove(_ fields: inout Fields, _ call: Call<AssignRoles>) async throws -> Response {
        let member = try await member(call)
        let page = console.page(call.context)
        return try await page.form(fields) {
            _ = try await users.assign(role: Role.Name.customer.description, to: member.id, grant: call.grant)
            return page.seeOther(page.paths.members, flash: .memberRemoved)
        } again: { problems in
            page.view(of: .removal(of: member, page), at: page.paths.members, problems)
        }
    }

    private func member(_ call: Call<some Permission>) async throws -> User {
        let reading = try call.grant(ReadUsers.self)
        return try await users.user(call.id("user", of: .user), grant: reading).summary.user
    }
}

extension ConsoleFeature {
    static let members = ConsoleFeature(
        views: [MemberListView.self],
        navigation: [NavigationEntry(.users, "members.title", needs: .readUsers) { TenantPaths($0).members }]
    )
}

extension Confirmation {
    static func removal(of member: User, _ page: TenantPage) -> Confirmation {
        let texts = page.texts
        return Confirmation(
            question: texts("members.removal-title", ["name": .text(member.title(texts))]),
            sentences: [texts("members.removal-effect"), texts("members.removal-undo")],
            facts: [
                FactView(texts("members.user"), member.title(texts), href: page.paths.user(member.id)),
                FactView(texts("members.email"), member.subtitle),
            ],
            action: page.paths.memberRemoval(member.id),
            confirm: texts("members.remove"),
            cancel: page.paths.members,
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("members.title"), href: page.paths.members)],
                current: texts("members.remove")
            )
        )
    }
}
