import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The people of a tenant: finding, and adding.
struct UserRoutes {
    let console: Console

    func add(to tenant: Routes<TenantContext>) {
        let users = tenant.group("users")
        users.get(needs: ReadUsers.self, use: list)
        users.get("new", needs: ManageUsers.self, use: showCreation)
        users.submit("", console: console, needs: ManageUsers.self, use: create)
        let invitations = tenant.group("invitations")
        invitations.get("new", needs: ManageUsers.self, use: showInvitation)
        invitations.submit("", console: console, needs: ManageUsers.self, use: invite)
        UserDetailRoutes(console: console).add(to: users.group(":user"))
    }

    private var administration: UserAdministration { console.services.users }

    @Sendable private func list(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadUsers>
    ) async throws -> Response {
        var fields = try request.queryFields()
        let wanted = fields.pageRequest()
        let query = UserQuery(
            search: fields.optionalText("q", maximum: UserQuery.searchMaximumLength)?.trimming(" \t").nilIfEmpty,
            role: fields.optionalValue("role", as: Role.Name.self, orElse: "Choose one of the roles."),
            provider: fields.optionalOneOf("provider"),
            state: fields.optionalOneOf("state"),
            sort: fields.optionalOneOf("sort") ?? .created
        )
        try fields.finish(.ignored)
        let page = try await administration.page(query, wanted, grant: grant)
        let view = UserListView(
            page,
            query: query,
            total: try await administration.count(query, grant: grant),
            roles: try await console.roleTitles(context),
            frame: try await console.frame("Users", at: ConsolePaths.users(context.tenant.slug), context),
            console,
            context
        )
        return console.page(view, context)
    }

    // MARK: Creating

    @Sendable private func showCreation(
        _ request: Request,
        _ context: TenantContext,
        grant _: Grant<ManageUsers>
    ) async throws -> Response {
        try await formPage(.creation, context)
    }

    @Sendable private func create(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let typed = UserForm.Typed(&fields)
        let password = fields.optionalText("password", maximum: PasswordRules.lengths.upperBound)
        return try await answer(.creation, typed, context) {
            try fields.finish()
            let draft = UserAdministration.Draft(
                email: typed.email,
                name: typed.name,
                role: typed.role,
                password: password
            )
            let user = try await administration.create(draft, grant: grant)
            return console.seeOther(ConsolePaths.user(user.id, context.tenant.slug), flash: .userCreated)
        }
    }

    // MARK: Inviting

    @Sendable private func showInvitation(
        _ request: Request,
        _ context: TenantContext,
        grant _: Grant<ManageUsers>
    ) async throws -> Response {
        var query = try request.queryFields()
        var typed = UserForm.Typed()
        if let role = query.optionalValue("role", as: Role.Name.self, orElse: "") { typed.role = role.description }
        return try await formPage(.invitation, context, typed)
    }

    @Sendable private func invite(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let typed = UserForm.Typed(&fields)
        return try await answer(.invitation, typed, context) {
            try fields.finish()
            let draft = UserAdministration.Draft(email: typed.email, name: typed.name, role: typed.role)
            let (user, link) = try await administration.invite(draft, grant: grant)
            return try await console.invitationPage(user, link, context)
        }
    }

    // MARK: The form again

    private func answer(
        _ purpose: UserForm.Purpose,
        _ typed: UserForm.Typed,
        _ context: TenantContext,
        work: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await work()
        } catch let error as DomainError {
            if case .invalid(let problems) = error {
                return try await formPage(
                    purpose,
                    context,
                    typed,
                    FormProblems(problems),
                    status: .unprocessableContent
                )
            }
            let refusal = try await console.refusal(
                error,
                at: error == .conflict(.emailTaken) ? "email" : "role",
                context
            )
            return try await formPage(purpose, context, typed, errors: refusal.errors, status: refusal.status)
        }
    }

    private func formPage(
        _ purpose: UserForm.Purpose,
        _ context: TenantContext,
        _ typed: UserForm.Typed = .init(),
        _ problems: FormProblems = .init([]),
        errors: FormErrorsView? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let slug = context.tenant.slug
        let form = UserForm(purpose: purpose, typed: typed, problems: problems, errors: errors)
        let view = form.view(
            frame: try await console.frame(purpose.title, at: ConsolePaths.users(slug), context),
            form: console.form(purpose.action(slug), context),
            roles: try await console.roleTitles(context),
            slug
        )
        return console.page(view, context, status: status)
    }
}

extension Console {
    /// The link that lets someone in, shown once.
    func invitationPage(_ user: User, _ link: Credential, _ context: TenantContext) async throws -> Response {
        let slug = context.tenant.slug
        let clock = clock(for: context)
        let view = InvitationLinkView(
            frame: try await frame("Invitation", at: ConsolePaths.users(slug), context),
            breadcrumb: BreadcrumbView(
                links: [
                    LinkView(label: "Users", href: ConsolePaths.users(slug)),
                    LinkView(label: user.title, href: ConsolePaths.user(user.id, slug)),
                ],
                current: "Invitation"
            ),
            name: user.title,
            email: VisibleText.escaped(user.email?.description ?? ""),
            role: try await roleTitles(context)[user.role],
            link: address.url(LinkPaths.invitation(link.text)),
            expires: "\(clock.dateAndMinute(now + NewInvitation.lifetime)) \(clock.zone.name)",
            user: ConsolePaths.user(user.id, slug)
        )
        return page(view, context, status: .created)
    }
}

extension String {
    var nilIfEmpty: String? { isEmpty ? nil : self }
}
