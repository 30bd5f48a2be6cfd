import Domain
import Hummingbird
import UseCases
import WebCore

/// The endpoints of a tenant's users.
struct UserEndpoints: Sendable {
    let services: Services
    let address: PublicAddress

    func add(to routes: Routes<APIContext>) {
        routes.get("users", operation: "listUsers", needs: ReadUsers.self, use: list)
        routes.post("users", operation: "createUser", needs: ManageUsers.self, use: create)
        routes.post("invitations", operation: "inviteUser", needs: ManageUsers.self, use: invite)
        routes.get("users/{user}", operation: "getUser", needs: ReadUsers.self, use: read)
        routes.patch("users/{user}", operation: "updateUser", needs: ManageUsers.self, use: update)
        routes.delete("users/{user}", operation: "deleteUser", needs: ManageUsers.self, use: delete)
        routes.put("users/{user}/invitation", operation: "inviteUserAgain", needs: ManageUsers.self, use: inviteAgain)
        routes.put("users/{user}/role", operation: "assignRole", needs: AssignRoles.self, use: assignRole)
        routes.put("users/{user}/disablement", operation: "disableUser", needs: ManageUsers.self, use: disable)
        routes.delete("users/{user}/disablement", operation: "enableUser", needs: ManageUsers.self, use: enable)
    }

    @Sendable private func list(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadUsers>
    ) async throws -> Response {
        var fields = try request.programQueryFields()
        let query = fields.read(UserInputs.query)
        let page = fields.read(.page)
        try fields.finish()
        return try await .json(
            ResponseSchema<UserSummary>.userSummary.page(services.users.page(query, page, grant: grant))
        )
    }

    @Sendable private func create(
        _ request: Request,
        context: APIContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        var fields = try await request.jsonFields()
        let draft = fields.read(UserInputs.draft)
        try fields.finish()
        let user = try await services.users.create(draft, grant: grant)
        return .created(ResponseSchema<User>.user.json(user), at: path(of: user.id, context))
    }

    @Sendable private func invite(
        _ request: Request,
        context: APIContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        var fields = try await request.jsonFields()
        let draft = fields.read(UserInputs.invitation)
        try fields.finish()
        let (user, link) = try await services.users.invite(draft, grant: grant)
        let invitation = UserInvitation(
            user: user,
            link: InvitationLink(url: address.url(LinkPaths.invitation(link.text)))
        )
        return .created(ResponseSchema<UserInvitation>.invitation.json(invitation), at: path(of: user.id, context))
    }

    @Sendable private func inviteAgain(
        _ request: Request,
        context: APIContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let link = try await services.users.inviteAgain(context.id("user", of: .user), grant: grant)
        return .json(
            ResponseSchema<InvitationLink>.invitationLink.json(
                InvitationLink(url: address.url(LinkPaths.invitation(link.text)))
            )
        )
    }

    @Sendable private func read(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadUsers>
    ) async throws -> Response {
        let found = try await services.users.user(context.id("user", of: .user), grant: grant)
        return .json(
            ResponseSchema<UserDetail>.userDetail.json(UserDetail(summary: found.summary, identities: found.identities))
        )
    }

    @Sendable private func update(
        _ request: Request,
        context: APIContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let id: User.ID = try context.id("user", of: .user)
        var fields = try await request.jsonFields()
        let edit = fields.read(UserInputs.edit)
        try fields.finish()
        return try await .json(ResponseSchema<User>.user.json(services.users.update(id, edit, grant: grant)))
    }

    @Sendable private func delete(
        _ request: Request,
        context: APIContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        try await services.users.delete(context.id("user", of: .user), grant: grant)
        return .noContent
    }

    @Sendable private func assignRole(
        _ request: Request,
        context: APIContext,
        grant: Grant<AssignRoles>
    ) async throws -> Response {
        let id: User.ID = try context.id("user", of: .user)
        var fields = try await request.jsonFields()
        let role = fields.read(UserInputs.roleAssignment)
        try fields.finish()
        return try await .json(ResponseSchema<User>.user.json(services.users.assign(role: role, to: id, grant: grant)))
    }

    @Sendable private func disable(
        _ request: Request,
        context: APIContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        try await .json(
            ResponseSchema<User>.user.json(services.users.disable(context.id("user", of: .user), grant: grant))
        )
    }

    @Sendable private func enable(
        _ request: Request,
        context: APIContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        try await .json(
            ResponseSchema<User>.user.json(services.users.enable(context.id("user", of: .user), grant: grant))
        )
    }

    private func path(of user: User.ID, _ context: APIContext) -> String { context.path("users", user) }
}
