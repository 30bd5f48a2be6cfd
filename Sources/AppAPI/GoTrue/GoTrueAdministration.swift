import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// User administration by a tenant's backend in this dialect, with the secret key as bearer token.
struct GoTrueAdministration: Sendable {
    let services: Services

    func add(to routes: Routes<GoTrueAdministrationContext>) {
        routes.get("admin/users", operation: "goTrueListUsers", needs: ReadUsers.self, use: list)
        routes.post("admin/users", operation: "goTrueCreateUser", needs: ManageUsers.self, use: create)
        routes.get("admin/users/{user}", operation: "goTrueReadUser", needs: ReadUsers.self, use: read)
        routes.put("admin/users/{user}", operation: "goTrueReviseUser", needs: ManageUsers.self, use: revise)
        routes.delete("admin/users/{user}", operation: "goTrueDeleteUser", needs: ManageUsers.self, use: delete)
        routes.get(
            "admin/users/{user}/factors",
            operation: "goTrueListFactors",
            needs: ReadUsers.self,
            use: listFactors
        )
        routes.get("admin/audit", operation: "goTrueListAudit", needs: ReadAudit.self, use: listAudit)
        routes.post("invite", operation: "goTrueInvite", needs: ManageUsers.self, use: invite)
        // One of the SDKs expects this path.
        routes.post("admin/invite", operation: "goTrueInviteAlias", needs: ManageUsers.self, use: invite)
    }

    @Sendable private func list(
        _ request: Request,
        _ context: GoTrueAdministrationContext,
        grant: Grant<ReadUsers>
    ) async throws -> Response {
        let page = try GoTruePage(request)
        let query = UserQuery(search: page.filter)
        let profiles = try await services.users.directory(query, skipping: page.skipped, limit: page.size, grant: grant)
        let total: Int =
            switch try await services.users.count(query, grant: grant) {
            case .exactly(let count), .moreThan(let count): count
            }
        let confirmsEmail = try await services.tenantSettings.settings(of: context.tenant.id).settings.confirmsEmail
        return .json(
            [
                "users": .array(profiles.map { GoTrueObjects.user($0, confirmsEmail: confirmsEmail) }),
                "aud": "authenticated",
            ],
            headers: [.xTotalCount: String(total), .link: page.links(of: "admin/users", total: total)]
        )
    }

    @Sendable private func create(
        _ request: Request,
        _ context: GoTrueAdministrationContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let object = try await GoTrueBody.object(request)
        guard object["id"] == nil else { throw WebFailure.goTrueInvalid("The id cannot be chosen.") }
        let revision = try GoTrueRevision(object, at: services.now()).revision
        do throws(DomainError) {
            var user = try await services.users.create(revision, grant: grant)
            if case .until = revision.ban {
                user = try await services.users.revise(user.id, Self.only(ban: revision.ban), grant: grant)
            }
            return .json(try await profile(of: user.id, context))
        } catch { throw WebFailure(goTrueAdministration: error) }
    }

    @Sendable private func read(
        _ request: Request,
        _ context: GoTrueAdministrationContext,
        grant _: Grant<ReadUsers>
    ) async throws -> Response {
        let id = try Self.id(context)
        do throws(DomainError) { return .json(try await profile(of: id, context)) } catch {
            throw WebFailure(goTrueAdministration: error)
        }
    }

    @Sendable private func revise(
        _ request: Request,
        _ context: GoTrueAdministrationContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let id = try Self.id(context)
        let revision = try GoTrueRevision(try await GoTrueBody.object(request), at: services.now()).revision
        do throws(DomainError) {
            _ = try await services.users.revise(id, revision, grant: grant)
            return .json(try await profile(of: id, context))
        } catch { throw WebFailure(goTrueAdministration: error) }
    }

    @Sendable private func delete(
        _ request: Request,
        _ context: GoTrueAdministrationContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let id = try Self.id(context)
        var fields = Fields(try await GoTrueBody.object(request, isOptional: true))
        let isSoft = fields.optionalBool("should_soft_delete") ?? false
        try fields.finish(.ignored)
        guard !isSoft else {
            throw WebFailure.goTrue(
                .unprocessableContent,
                "feature_disabled",
                "A deleted user is gone. Ban one who shall stay in the lists."
            )
        }
        do throws(DomainError) { try await services.users.delete(id, grant: grant) } catch {
            throw WebFailure(goTrueAdministration: error)
        }
        return .json([:])
    }

    /// Without mail, the console can issue the link again.
    @Sendable private func invite(
        _ request: Request,
        _ context: GoTrueAdministrationContext,
        grant: Grant<ManageUsers>
    ) async throws -> Response {
        let object = try await GoTrueBody.object(request)
        var fields = Fields(object)
        let email = fields.text("email", maximum: EmailAddress.maximumLength)
        try fields.finish(.ignored)
        let data = try GoTrueBody.object(object, "data")
        do throws(DomainError) {
            let draft = UserAdministration.Draft(
                email: email,
                name: nil,
                role: Role.Name.customer.description,
                userMetadata: data ?? [:]
            )
            let (user, link) = try await services.users.invite(draft, grant: grant)
            try await services.links.send(
                invitation: services.links.origin + LinkPaths.invitation(link.text),
                to: user,
                languages: AcceptedLanguages.of(request.headers),
                in: context.signInContext
            )
            return .json(try await profile(of: user.id, context))
        } catch { throw WebFailure(goTrueAdministration: error) }
    }

    /// Returns an empty list of factors, because only console users have any; an unknown user is an error.
    @Sendable private func listFactors(
        _ request: Request,
        _ context: GoTrueAdministrationContext,
        grant: Grant<ReadUsers>
    ) async throws -> Response {
        let id = try Self.id(context)
        do throws(DomainError) { _ = try await services.users.user(id, grant: grant) } catch {
            throw WebFailure(goTrueAdministration: error)
        }
        return .json([])
    }

    @Sendable private func listAudit(
        _ request: Request,
        _ context: GoTrueAdministrationContext,
        grant: Grant<ReadAudit>
    ) async throws -> Response {
        let page = try GoTruePage(request)
        guard let query = GoTrueAuditQuery(page.query) else {
            throw WebFailure.goTrueInvalid("Write query like action:login, type:account or author:ada@example.com.")
        }
        let found = try await GoTrueAuditPages(services: services).page(
            page,
            query,
            grant: grant,
            reading: context.grant(ReadUsers.self)
        )
        var response = Response.json(.array(found.entries))
        if let total = found.total {
            response.headers[.xTotalCount] = String(total)
            response.headers[.link] = page.links(of: "admin/audit", total: total)
        }
        return response
    }

    private static func only(ban: UserRevision.Ban?) -> UserRevision {
        var revision = UserRevision()
        revision.ban = ban
        return revision
    }

    /// SDKs write the id in either case.
    private static func id(_ context: GoTrueAdministrationContext) throws -> User.ID {
        guard let id = context.parameters.get("user").flatMap({ User.ID($0) }) else {
            throw WebFailure.goTrue(.notFound, "validation_failed", "This is not the id of a user.")
        }
        return id
    }

    private func profile(of id: User.ID, _ context: GoTrueAdministrationContext) async throws(DomainError) -> JSONValue
    {
        GoTrueObjects.user(
            try await services.ownAccount.profile(of: id, in: context.tenant.id),
            confirmsEmail: try await services.tenantSettings.settings(of: context.tenant.id).settings.confirmsEmail
        )
    }
}

/// The backend of a tenant, which calls the routes of administration with a secret key.
struct GoTrueAdministrator: TenantIdentified, TenantScoped {
    let signInContext: SignInContext
    let access: Access
}

typealias GoTrueAdministrationContext = Admitted<GoTrueAdministrator>
