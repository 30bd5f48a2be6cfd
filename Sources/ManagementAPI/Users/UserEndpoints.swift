import Domain
import Hummingbird
import UseCases
import WebCore

/// The endpoints of a tenant's users.
struct UserEndpoints: Sendable {
    let users: UserAdministration
    let address: PublicAddress

    func add(to routes: Routes<APIContext>) {
        routes.needs(ReadUsers.self).get("users", operation: "listUsers", use: list)
        routes.needs(ManageUsers.self).post("users", operation: "createUser", use: create)
        routes.needs(ManageUsers.self).post("invitations", operation: "inviteUser", use: invite)
        routes.needs(ReadUsers.self).get("users/{user}", operation: "getUser", use: read)
        routes.needs(ManageUsers.self).patch("users/{user}", operation: "updateUser", use: update)
        routes.needs(ManageUsers.self).delete("users/{user}", operation: "deleteUser", use: delete)
        routes.needs(ManageUsers.self).put("users/{user}/invitation", operation: "inviteUserAgain", use: inviteAgain)
        routes.needs(AssignRoles.self).put("users/{user}/role", operation: "assignRole", use: assignRole)
        routes.needs(ManageUsers.self).put("users/{user}/disablement", operation: "disableUser", use: disable)
        routes.needs(ManageUsers.self).delete("users/{user}/disablement", operation: "enableUser", use: enable)
    }

    private func list(_ call: APICall<ReadUsers>) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let query = fields.read(UserInputs.query)
        let page = fields.read(.page)
        try fields.finish()
        return try await .json(ResponseSchema<UserSummary>.userSummary.page(users.page(query, page, grant: call.grant)))
    }

    private func create(_ call: APICall<ManageUsers>) async throws -> Response {
        var fields = try await call.request.jsonFields()
        let draft = fields.read(UserInputs.draft)
        try fields.finish()
        let user = try await users.create(draft, grant: call.grant)
        return .created(ResponseSchema<User>.user.json(user), at: path(of: user.id, call.context))
    }

    private func invite(_ call: APICall<ManageUsers>) async throws -> Response {
        var fields = try await call.request.jsonFields()
        let draft = fields.read(UserInputs.invitation)
        try fields.finish()
        let (user, link) = try await users.invite(draft, grant: call.grant)
        let invitation = UserInvitation(
            user: user,
            link: InvitationLink(url: address.url(LinkPaths.invitation(link.text)))
        )
        return .created(ResponseSchema<UserInvitation>.invitation.json(invitation), at: path(of: user.id, call.context))
    }

    private func inviteAgain(_ call: APICall<ManageUsers>) async throws -> Response {
        let link = try await users.inviteAgain(call.id("user", of: .user), grant: call.grant)
        return .json(
            ResponseSchema<InvitationLink>.invitationLink.json(
                InvitationLink(url: address.url(LinkPaths.invitation(link.text)))
            )
        )
    }

    private func read(_ call: APICall<ReadUsers>) async throws -> Response {
        let found = try await users.user(call.id("user", of: .user), grant: call.grant)
        return .json(
            ResponseSchema<UserDetail>.userDetail.json(UserDetail(summary: found.summary, identities: found.identities))
        )
    }

    private func update(_ call: APICall<ManageUsers>) async throws -> Response {
        let id: User.ID = try call.id("user", of: .user)
        var fields = try await call.request.jsonFields()
        let edit = fields.read(UserInputs.edit)
        try fields.finish()
        return try await .json(ResponseSchema<User>.user.json(users.update(id, edit, grant: call.grant)))
    }

    private func delete(_ call: APICall<ManageUsers>) async throws -> Response {
        try await users.delete(call.id("user", of: .user), grant: call.grant)
        return .noContent
    }

    private func assignRole(_ call: APICall<AssignRoles>) async throws -> Response {
        let id: User.ID = try call.id("user", of: .user)
        var fields = try await call.request.jsonFields()
        let role = fields.read(UserInputs.roleAssignment)
        try fields.finish()
        return try await .json(ResponseSchema<User>.user.json(users.assign(role: role, to: id, grant: call.grant)))
    }

    private func disable(_ call: APICall<ManageUsers>) async throws -> Response {
        try await .json(ResponseSchema<User>.user.json(users.disable(call.id("user", of: .user), grant: call.grant)))
    }

    private func enable(_ call: APICall<ManageUsers>) async throws -> Response {
        try await .json(ResponseSchema<User>.user.json(users.enable(call.id("user", of: .user), grant: call.grant)))
    }

    private func path(of user: User.ID, _ context: APIContext) -> String { context.path("users", user) }
}
