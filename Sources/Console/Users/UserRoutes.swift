import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Lists the users of a tenant, and adds users.
struct UserRoutes {
    let console: Console

    func add(to tenant: Routes<TenantContext>) {
        let users = tenant.group("users")
        users.needs(ReadUsers.self).get(use: list)
        users.needs(ManageUsers.self).get("new", use: showCreation)
        users.needs(ManageUsers.self).submit("", console: console, use: create)
        let invitations = tenant.group("invitations")
        invitations.needs(ManageUsers.self).get("new", use: showInvitation)
        invitations.needs(ManageUsers.self).submit("", console: console, use: invite)
        UserDetailRoutes(console: console).add(to: users.group("{user}"))
    }

    private var administration: UserAdministration { console.services.users }

    private func list(_ call: Call<ReadUsers>) async throws -> Response {
        let page = console.page(call.context)
        var fields = try call.request.queryFields()
        let wanted = fields.pageRequest()
        let query = UserQuery(
            search: fields.optionalText("q", maximum: UserQuery.searchMaximumLength)?.trimming(" \t").nilIfEmpty,
            role: fields.optionalValue(
                "role",
                as: Role.Name.self,
                orElse: .localizable("forms.role-choice", "Choose one of the roles.")
            ),
            provider: fields.optionalOneOf("provider"),
            state: fields.optionalOneOf("state"),
            sort: fields.optionalOneOf("sort") ?? .created
        )
        try fields.finish(.ignored)
        let list = UserList(
            page: try await administration.page(query, wanted, grant: call.grant),
            query: query,
            total: try await administration.count(query, grant: call.grant),
            roles: try await console.roleTitles(page)
        )
        return await page.response(UserListView(list, page))
    }

    // MARK: Creating

    private func showCreation(_ call: Call<ManageUsers>) async throws -> Response {
        let page = console.page(call.context)
        return try await page.response(form(.creation, UserForm.Typed(), page))
    }

    private func create(_ fields: inout Fields, _ call: Call<ManageUsers>) async throws -> Response {
        let page = console.page(call.context)
        let typed = UserForm.Typed(&fields)
        let password = fields.optionalText("password", maximum: PasswordRules.lengths.upperBound)
        return try await page.form(fields, at: UserForm.Purpose.creation.field) {
            let draft = UserAdministration.Draft(
                email: typed.email,
                name: typed.name,
                role: typed.role,
                password: password
            )
            let user = try await administration.create(draft, grant: call.grant)
            return page.seeOther(page.paths.user(user.id), flash: .userCreated)
        } again: { problems in
            try await form(.creation, typed, page, problems)
        }
    }

    // MARK: Inviting

    private func showInvitation(_ call: Call<ManageUsers>) async throws -> Response {
        var query = try call.request.queryFields()
        var typed = UserForm.Typed()
        if let role = query.optionalValue("role", as: Role.Name.self, orElse: .noSuchRole) {
            typed.role = role.description
        }
        let page = console.page(call.context)
        return try await page.response(form(.invitation, typed, page))
    }

    private func invite(_ fields: inout Fields, _ call: Call<ManageUsers>) async throws -> Response {
        let page = console.page(call.context)
        let typed = UserForm.Typed(&fields)
        return try await page.form(fields, at: UserForm.Purpose.invitation.field) {
            let draft = UserAdministration.Draft(email: typed.email, name: typed.name, role: typed.role)
            let (user, link) = try await administration.invite(draft, grant: call.grant)
            return await console.invitationPage(user, link, page)
        } again: { problems in
            try await form(.invitation, typed, page, problems)
        }
    }

    private func form(
        _ purpose: UserForm.Purpose,
        _ typed: UserForm.Typed,
        _ page: TenantPage,
        _ problems: FormProblems = .none
    ) async throws -> UserFormView {
        UserFormView(UserForm(purpose, typed, roles: try await console.roleTitles(page), problems), page)
    }
}

extension Console {
    /// The page with the link of a new invitation.
    func invitationPage(_ user: User, _ link: Credential, _ page: TenantPage) async -> Response {
        let invitation = InvitationLink(
            user: user,
            link: link,
            expiresAt: now + NewInvitation.lifetime,
            // The link is made: it is shown even if the titles of roles cannot be read.
            roles: (try? await roleTitles(page)) ?? .builtIn(page.texts)
        )
        return await page.response(InvitationLinkView(invitation, page), status: .created)
    }
}

extension String {
    var nilIfEmpty: String? { isEmpty ? nil : self }
}

extension ConsoleFeature {
    static let users = ConsoleFeature(
        views: [UserListView.self, UserView.self, UserFormView.self, InvitationLinkView.self],
        navigation: [NavigationEntry(.users, "users.title", needs: .readUsers) { TenantPaths($0).users }]
    )
}
