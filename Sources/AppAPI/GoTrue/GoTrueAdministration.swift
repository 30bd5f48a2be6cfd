import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// User administration by a tenant's backend in this dialect, with the secret key as bearer token.
struct GoTrueAdministration: Sendable {
    private let accountSelfService: AccountSelfService
    private let address: PublicAddress
    private let auditPages: GoTrueAuditPages
    private let links: AccountLinks
    private let now: @Sendable () -> Timestamp
    private let tenantSettings: any TenantSettingsStore
    private let users: UserAdministration

    init(services: Services) {
        accountSelfService = services.accountSelfService
        address = services.address
        auditPages = GoTrueAuditPages(audit: services.audit, users: services.users)
        links = services.links
        now = services.now
        tenantSettings = services.tenantSettings
        users = services.users
    }

    func add(to routes: Routes<GoTrueAdministrationContext>) {
        routes.needs(ReadUsers.self).get("admin/users", operation: "goTrueListUsers", use: list)
        routes.needs(ManageUsers.self).post("admin/users", operation: "goTrueCreateUser", use: create)
        routes.needs(ReadUsers.self).get("admin/users/{user}", operation: "goTrueReadUser", use: read)
        routes.needs(ManageUsers.self).put("admin/users/{user}", operation: "goTrueReviseUser", use: revise)
        routes.needs(ManageUsers.self).delete("admin/users/{user}", operation: "goTrueDeleteUser", use: delete)
        routes.needs(ReadUsers.self).get("admin/users/{user}/factors", operation: "goTrueListFactors", use: listFactors)
        routes.needs(ReadAudit.self).get("admin/audit", operation: "goTrueListAudit", use: listAudit)
        routes.needs(ManageUsers.self).post("invite", operation: "goTrueInvite", use: invite)
        // One of the SDKs expects this path.
        routes.needs(ManageUsers.self).post("admin/invite", operation: "goTrueInviteAlias", use: invite)
    }

    private func list(_ call: GoTrueCall<ReadUsers>) async throws -> Response {
        let (page, filter) = try call.request.query(GoTrueInputs.users, ignoresEmpty: true)
        let query = UserQuery(search: filter)
        let profiles = try await users.directory(query, skipping: page.skipped, limit: page.size, grant: call.grant)
        let total: Int =
            switch try await users.count(query, grant: call.grant) {
            case .exactly(let count), .moreThan(let count): count
            }
        let settings = try await tenantSettings.settings(of: call.context.tenant.id).settings
        return .json(
            [
                "users": .array(profiles.map { GoTrueObjects.user($0, confirmsEmail: settings.confirmsEmail) }),
                "aud": "authenticated",
            ],
            headers: [.xTotalCount: String(total), .link: page.links(of: "admin/users", total: total)]
        )
    }

    private func create(_ call: GoTrueCall<ManageUsers>) async throws -> Response {
        let revision = try await revision(call.request, isNew: true)
        var user = try await users.create(revision, grant: call.grant)
        if case .until = revision.ban {
            user = try await users.revise(user.id, Self.only(ban: revision.ban), grant: call.grant)
        }
        return .json(try await profile(of: user.id, call.context))
    }

    private func read(_ call: GoTrueCall<ReadUsers>) async throws -> Response {
        .json(try await profile(of: Self.id(call.context), call.context))
    }

    private func revise(_ call: GoTrueCall<ManageUsers>) async throws -> Response {
        let id = try Self.id(call.context)
        let revision = try await revision(call.request)
        _ = try await users.revise(id, revision, grant: call.grant)
        return .json(try await profile(of: id, call.context))
    }

    private func delete(_ call: GoTrueCall<ManageUsers>) async throws -> Response {
        let id = try Self.id(call.context)
        guard try await !call.request.goTrueBody(GoTrueInputs.deletion, isOptional: true) else {
            throw WebFailure.goTrueSoftDeletion
        }
        try await users.delete(id, grant: call.grant)
        return .json([:])
    }

    /// Without a mail transport, the link can be issued again in the console.
    private func invite(_ call: GoTrueCall<ManageUsers>) async throws -> Response {
        let (email, data) = try await call.request.goTrueBody(GoTrueInputs.invitation)
        let draft = UserAdministration.Draft(
            email: email,
            name: nil,
            role: Role.Name.customer.description,
            userMetadata: data ?? [:]
        )
        let (user, link) = try await users.invite(draft, grant: call.grant)
        try await links.send(
            invitation: address.url(LinkPaths.invitation(link.text)),
            to: user,
            languages: AcceptedLanguages.of(call.request.headers),
            in: call.context.signInContext
        )
        return .json(try await profile(of: user.id, call.context))
    }

    /// Returns an empty list of factors, because only console users have any; an unknown user is an error.
    private func listFactors(_ call: GoTrueCall<ReadUsers>) async throws -> Response {
        _ = try await users.user(Self.id(call.context), grant: call.grant)
        return .json([])
    }

    private func listAudit(_ call: GoTrueCall<ReadAudit>) async throws -> Response {
        let (page, text) = try call.request.query(GoTrueInputs.audit, ignoresEmpty: true)
        guard let query = GoTrueAuditQuery(text) else {
            throw WebFailure.goTrueInvalid("query must be like action:login, type:account or author:ada@example.com.")
        }
        let found = try await auditPages.page(page, query, grant: call.grant, reading: call.grant(ReadUsers.self))
        var response = Response.json(.array(found.entries))
        if let total = found.total {
            response.headers[.xTotalCount] = String(total)
            response.headers[.link] = page.links(of: "admin/audit", total: total)
        }
        return response
    }

    /// Reads the fields of a user; `role`, `aud` and unknown ones have no effect.
    private func revision(_ request: Request, isNew: Bool = false) async throws -> UserRevision {
        var fields = try await request.goTrueFields()
        guard !isNew || !fields.has("id") else { throw WebFailure.goTrueInvalid("The id cannot be set.") }
        guard !fields.has("password_hash") else {
            throw WebFailure.goTrueInvalid("password_hash is supported only by `gatehouse users import`.")
        }
        let body = fields.read(GoTrueInputs.revision)
        try fields.finish(.ignored)
        var revision = body.revision
        revision.ban = try body.ban.map { try Self.ban($0, at: now()) }
        return revision
    }

    private static func ban(_ text: String, at now: Timestamp) throws -> UserRevision.Ban {
        if text == "none" { return .none }
        guard let span = GoDuration(text)?.span, span > .zero else {
            throw WebFailure.goTrueInvalid("ban_duration must be a duration like 24h or 1h30m, or none.")
        }
        return .until(now + span)
    }

    private static func only(ban: UserRevision.Ban?) -> UserRevision {
        var revision = UserRevision()
        revision.ban = ban
        return revision
    }

    /// SDKs write the id in upper or lower case.
    private static func id(_ context: GoTrueAdministrationContext) throws -> User.ID {
        guard let id = context.parameters.get("user").flatMap({ User.ID($0) }) else {
            throw WebFailure.goTrue(.notFound, "validation_failed", "The user id is invalid.")
        }
        return id
    }

    private func profile(of id: User.ID, _ context: GoTrueAdministrationContext) async throws(DomainError) -> JSONValue
    {
        GoTrueObjects.user(
            try await accountSelfService.profile(of: id, in: context.tenant.id),
            confirmsEmail: try await tenantSettings.settings(of: context.tenant.id).settings.confirmsEmail
        )
    }
}

/// The backend of a tenant, which calls the routes of administration with a secret key.
struct GoTrueAdministrator: TenantIdentified, TenantScoped {
    let signInContext: SignInContext
    let access: Access
}

typealias GoTrueAdministrationContext = Admitted<GoTrueAdministrator>

/// The call of a route of administration, with the grant of its permission.
typealias GoTrueCall<P: Permission> = RouteCall<GoTrueAdministrationContext, Grant<P>>
