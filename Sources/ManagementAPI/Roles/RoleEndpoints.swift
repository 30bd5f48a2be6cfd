import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The endpoints of a tenant's roles.
struct RoleEndpoints: Sendable {
    let roles: RoleAdministration

    func add(to routes: Routes<APIContext>) {
        routes.needs(ReadRoles.self).get("roles", operation: "listRoles", use: list)
        routes.needs(ManageRoles.self).post("roles", operation: "createRole", use: create)
        routes.needs(ReadRoles.self).get("roles/{role}", operation: "getRole", use: read)
        routes.needs(ManageRoles.self).put("roles/{role}", operation: "replaceRole", use: replace)
        routes.needs(ManageRoles.self).delete("roles/{role}", operation: "deleteRole", use: delete)
    }

    private func list(_ call: APICall<ReadRoles>) async throws -> Response {
        let all = try await roles.all(grant: call.grant)
        return .json(ResponseSchema<RoleSummary>.roleSummary.page(Page(items: all, next: nil)))
    }

    private func create(_ call: APICall<ManageRoles>) async throws -> Response {
        var fields = try await call.request.jsonFields()
        let new = fields.read(RoleInputs.newRole)
        try fields.finish()
        let role = try await roles.create(name: new.name, new.draft, grant: call.grant)
        return .created(ResponseSchema<Role>.role.json(role), at: call.context.path("roles", role.name))
    }

    private func read(_ call: APICall<ReadRoles>) async throws -> Response {
        let all = try await roles.all(grant: call.grant)
        let name: Role.Name = try call.id("role", of: .role)
        guard let role = all.first(where: { $0.role.name == name }) else { throw DomainError.notFound(.role) }
        return .json(ResponseSchema<RoleSummary>.roleSummary.json(role))
    }

    private func replace(_ call: APICall<ManageRoles>) async throws -> Response {
        let name: Role.Name = try call.id("role", of: .role)
        var fields = try await call.request.jsonFields()
        let draft = fields.read(RoleInputs.draft)
        try fields.finish()
        return try await .json(ResponseSchema<Role>.role.json(roles.update(name, draft, grant: call.grant)))
    }

    private func delete(_ call: APICall<ManageRoles>) async throws -> Response {
        try await roles.delete(call.id("role", of: .role), grant: call.grant)
        return .noContent
    }
}

extension ResponseSchema where Value == Role {
    static let role = ResponseSchema(
        "Role",
        "A set of permissions with a name and a rank.",
        [
            .init("name", .roleName) { .string($0.name.description) },
            .init("title", Schema.text.example("Driver")) { .string($0.title) },
            .init("rank", .integer(Role.ranks)) { .init($0.rank) },
            .init("permissions", .list(of: .oneOf(PermissionName.grantable.map(\.rawValue)))) { role in
                .array(role.permissions.map(\.rawValue).sorted().map { .string($0) })
            },
            .init("built_in", .bool) { .bool($0.isBuiltIn) },
        ]
    )
}

extension ResponseSchema where Value == RoleSummary {
    static let roleSummary = ResponseSchema(
        "RoleSummary",
        "A role and the number of its users.",
        ResponseSchema<Role>.role.members(of: \.role) + [.init("users", .count) { .init($0.users) }]
    )
}

extension APIOperation {
    static let roleOperations: [APIOperation] = [
        APIOperation(
            id: "listRoles",
            tag: .roles,
            summary: "Lists the roles, the highest rank first",
            details: "A tenant has at most \(RoleAdministration.maximumPerTenant), so the list has one page.",
            answers: [.ok("All roles.", ResponseSchema<RoleSummary>.roleSummary.namedPage)]
        ),
        APIOperation(
            id: "createRole",
            tag: .roles,
            summary: "Creates a role",
            body: .object("NewRole", RoleInputs.newRole),
            answers: [.created("The role.", ResponseSchema<Role>.role.named)],
            conflicts: [.roleTaken]
        ),
        APIOperation(
            id: "getRole",
            tag: .roles,
            summary: "Reads one role",
            answers: [.ok("The role.", ResponseSchema<RoleSummary>.roleSummary.named)]
        ),
        APIOperation(
            id: "replaceRole",
            tag: .roles,
            summary: "Replaces a role's title, rank and permissions",
            details: "A built-in role cannot be changed.",
            body: .object("RoleDraft", RoleInputs.draft),
            answers: [.ok("The role as it is now.", ResponseSchema<Role>.role.named)]
        ),
        APIOperation(
            id: "deleteRole",
            tag: .roles,
            summary: "Deletes a role without users",
            answers: [.noContent("The role is deleted.")],
            conflicts: [.roleInUse]
        ),
    ]
}

/// The fields of requests about roles.
enum RoleInputs {
    static let name = Input.text(
        "name",
        "The name in requests; it never changes.",
        maximum: Role.Name.maximumLength,
        schema: .roleName
    )
    static let title = Input.text(
        "title",
        "The display name.",
        maximum: RoleAdministration.titleMaximumLength,
        schema: .line(1...RoleAdministration.titleMaximumLength)
    )
    static let rank = Input.integer(
        "rank",
        "Users can act on users of a lower or equal rank. At most the caller's own rank.",
        in: Role.ranks
    )
    static let permissions = Input.texts(
        "permissions",
        "The permissions of its users; only permissions that the caller has.",
        maximumCount: PermissionName.grantable.count,
        maximum: 40,
        item: .oneOf(PermissionName.grantable.map(\.rawValue))
    )
    static let draft = Inputs { reader in
        RoleAdministration.Draft(
            title: reader.read(title),
            rank: reader.read(rank),
            permissions: reader.read(permissions)
        )
    }
    static let newRole = Inputs { (name: $0.read(name), draft: $0.read(draft)) }
}
