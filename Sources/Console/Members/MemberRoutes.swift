import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Who may enter the console of a tenant, with which role. What can be done to one person stands on their own page.
struct MemberRoutes {
    /// Of each role; more are a list of users.
    static let shown = 50

    let console: Console

    func add(to tenant: Routes<TenantContext>) {
        let members = tenant.group("members")
        members.get(needs: ReadUsers.self, use: list)
        members.submit(":user/role", console: console, needs: AssignRoles.self, use: assign)
        members.get(":user/removal", needs: AssignRoles.self, use: askRemoval)
        members.submit(":user/removal", console: console, needs: AssignRoles.self, use: remove)
    }

    private var users: UserAdministration { console.services.users }

    // MARK: Reading

    @Sendable private func list(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadUsers>
    ) async throws -> Response {
        try await page(context, grant)
    }

    private func page(
        _ context: TenantContext,
        _ grant: Grant<ReadUsers>,
        notice: NoticeView? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let roles = try await roles(context)
        var groups: [MemberGroup] = []
        for summary in roles where summary.role.permissions.contains(.enterConsole) {
            let people = try await users.page(
                UserQuery(role: summary.role.name, sort: .name),
                PageRequest(limit: Self.shown),
                grant: grant
            ).items.map(\.user)
            groups.append(MemberGroup(role: summary.role, total: summary.users, people: people))
        }
        let secured = try await console.services.secondFactors.having(
            Set(groups.flatMap { $0.people.map(\.id) }),
            grant: grant
        )
        var frame = try await console.frame("Team", at: ConsolePaths.members(context.tenant.slug), context)
        if let notice { frame = frame.saying(notice) }
        let view = MemberListView(groups, roles: roles.map(\.role), secured: secured, frame: frame, console, context)
        return console.page(view, context, status: status)
    }

    /// The tenant's, as far as the visitor may see them; the built-in ones in any case.
    private func roles(_ context: TenantContext) async throws -> [RoleSummary] {
        guard context.access.allows(.readRoles) else {
            return Role.builtIn.reversed().map { RoleSummary(role: $0, users: 0) }
        }
        return try await console.services.roles.all(grant: context.grant(ReadRoles.self))
    }

    // MARK: Changing

    @Sendable private func assign(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<AssignRoles>
    ) async throws -> Response {
        let id = try context.id("user", of: .user, as: User.ID.self)
        let role = fields.text("role", maximum: Role.Name.maximumLength)
        do throws(DomainError) {
            try fields.finish()
            _ = try await users.assign(role: role, to: id, grant: grant)
        } catch {
            if case .invalid(let problems) = error {
                let notice = NoticeView(.failed, "The role was not changed. \(FormProblems(problems)["role"] ?? "")")
                return try await page(context, context.grant(), notice: notice, status: .unprocessableContent)
            }
            let refusal = try await console.refusal(error, context)
            return try await page(context, context.grant(), notice: refusal.notice, status: refusal.status)
        }
        return console.seeOther(ConsolePaths.members(context.tenant.slug), flash: .roleAssigned)
    }

    // MARK: Removing

    @Sendable private func askRemoval(
        _ request: Request,
        _ context: TenantContext,
        grant _: Grant<AssignRoles>
    ) async throws -> Response {
        try await question(about: try await person(context), context)
    }

    @Sendable private func remove(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<AssignRoles>
    ) async throws -> Response {
        try fields.finish()
        let user = try await person(context)
        do throws(DomainError) {
            _ = try await users.assign(role: Role.Name.customer.description, to: user.id, grant: grant)
        } catch {
            return try await question(about: user, context, refusal: try await console.refusal(error, context))
        }
        return console.seeOther(ConsolePaths.members(context.tenant.slug), flash: .memberRemoved)
    }

    private func person(_ context: TenantContext) async throws -> User {
        let grant = try context.grant(ReadUsers.self)
        return try await users.user(try context.id("user", of: .user), grant: grant).summary.user
    }

    private func question(
        about user: User,
        _ context: TenantContext,
        refusal: FormRefusal? = nil
    ) async throws -> Response {
        let slug = context.tenant.slug
        let confirmation = Confirmation(
            question: "Remove \(user.title)’s console access?",
            sentences: [
                "Their console sessions end with the next request. They keep their account in the app, with the role Customer.",
                "You can assign them another role again.",
            ],
            facts: [
                FactView("User", user.title, href: ConsolePaths.user(user.id, slug)),
                FactView("Email", user.subtitle),
            ],
            action: ConsolePaths.memberRemoval(user.id, slug),
            confirm: "Remove access",
            cancel: ConsolePaths.members(slug),
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: "Team", href: ConsolePaths.members(slug))],
                current: "Remove access"
            )
        )
        return try await console.page(confirmation, at: ConsolePaths.members(slug), context, refusal: refusal)
    }
}
