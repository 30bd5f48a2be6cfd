import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The endpoints of the installation's tenants.
struct TenantEndpoints: Sendable {
    let tenants: TenantAdministration

    func add(toInstallation routes: Routes<APIContext>) {
        let tenants = routes.group("tenants").needs(ManageTenants.self)
        tenants.get(operation: "listTenants", use: list)
        tenants.post(operation: "createTenant", use: create)
    }

    func add(toTenant routes: Routes<APIContext>) {
        let tenant = routes.needs(ManageTenants.self)
        tenant.get(operation: "getTenant", use: summary)
        tenant.patch(operation: "updateTenant", use: update)
        tenant.put("hosts/{host}", operation: "addHost", use: addHost)
        tenant.delete("hosts/{host}", operation: "removeHost", use: removeHost)
    }

    private func list(_ call: InstallationCall) async throws -> Response {
        var fields = try call.request.programQueryFields()
        let page = fields.read(.page)
        try fields.finish()
        return try await .json(ResponseSchema<TenantSummary>.tenantSummary.page(tenants.page(page, grant: call.grant)))
    }

    private func create(_ call: InstallationCall) async throws -> Response {
        var fields = try await call.request.jsonFields()
        let (slug, name) = fields.read(TenantInputs.newTenant)
        try fields.finish()
        let creation = try await tenants.create(slug: slug, name: name, grant: call.grant)
        return .created(
            ResponseSchema<TenantAdministration.Creation>.tenantCreation.json(creation),
            at: "/api/v1/tenants/\(creation.tenant.id)"
        )
    }

    private func update(_ call: InstallationCall) async throws -> Response {
        var fields = try await call.request.jsonFields()
        let (name, state) = fields.read(TenantInputs.edit)
        try fields.finish()
        _ = try await tenants.change(call.context.access.tenant, name: name, state: state, grant: call.grant)
        return try await summary(call)
    }

    private func addHost(_ call: InstallationCall) async throws -> Response {
        try await tenants.add(
            host: call.context.parameters.get("host") ?? "",
            to: call.context.access.tenant,
            grant: call.grant
        )
        return try await summary(call)
    }

    private func removeHost(_ call: InstallationCall) async throws -> Response {
        guard let host = call.context.parameters.get("host").flatMap(HostName.init) else {
            throw DomainError.invalid("host", .malformed(.notAHost))
        }
        try await tenants.remove(host: host, from: call.context.access.tenant, grant: call.grant)
        return .noContent
    }

    private func summary(_ call: InstallationCall) async throws -> Response {
        let summary = try await tenants.tenant(call.context.access.tenant, grant: call.grant)
        return .json(ResponseSchema<TenantSummary>.tenantSummary.json(summary))
    }
}

private typealias InstallationCall = RouteCall<APIContext, InstallationGrant>

extension Schema {
    static let slug = Schema(["type": "string", "pattern": "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"])
        .with("minLength", .init(Tenant.Slug.lengths.lowerBound)).with(
            "maxLength",
            .init(Tenant.Slug.lengths.upperBound)
        ).example("acme")
}

extension ResponseSchema where Value == Tenant {
    static let tenant = ResponseSchema(
        "Tenant",
        "One app or organisation.",
        [
            .init("id", .uuid) { .init($0.id) },
            .init("number", .count) { .init($0.number) },
            .init("slug", .slug) { .string($0.slug.description) },
            .init("name", Schema.text.example("Acme")) { .string($0.name) },
            .init("state", .oneOf(Tenant.State.self)) { .string($0.state.rawValue) },
            .init("created_at", .dateTime) { .init($0.createdAt) },
        ]
    )
}

extension ResponseSchema where Value == TenantSummary {
    static let tenantSummary = ResponseSchema(
        "TenantSummary",
        "A tenant with its host names and the number of its users.",
        ResponseSchema<Tenant>.tenant.members(of: \.tenant) + [
            .init("hosts", .list(of: Schema.text.example("sign-in.example.com"))) {
                .array($0.hosts.map { .string($0.description) })
            },
            .init("users", .count) { .init($0.users) },
        ]
    )
}

extension ResponseSchema where Value == TenantAdministration.Creation {
    static let tenantCreation = ResponseSchema(
        "NewTenantAndKeys",
        "A new tenant with its first keys; their values are not shown again.",
        ResponseSchema<Tenant>.tenant.members(of: \.tenant) + [
            .init("publishable_key", .text) { .string($0.publishableKey.text) },
            .init("ingest_key", .text) { .string($0.ingestKey.text) },
            .init("secret_key", .text) { .string($0.secretKey.text) },
            .init("dsn_key", Schema.dsnKey.nullable) { .init(DSNKey($0.ingestKey)?.text) },
        ]
    )
}

extension APIOperation {
    static let tenantOperations: [APIOperation] = [
        APIOperation(
            id: "listTenants",
            tag: .tenants,
            summary: "Lists the tenants by their slugs",
            query: Input<PageRequest>.descriptions,
            answers: [.ok("A page of tenants.", ResponseSchema<TenantSummary>.tenantSummary.namedPage)]
        ),
        APIOperation(
            id: "createTenant",
            tag: .tenants,
            summary: "Creates a tenant",
            body: .object("NewTenant", TenantInputs.newTenant),
            answers: [
                .created(
                    "The tenant and its first keys.",
                    ResponseSchema<TenantAdministration.Creation>.tenantCreation.named
                )
            ],
            conflicts: [.slugTaken]
        ),
        APIOperation(
            id: "getTenant",
            tag: .tenants,
            summary: "Reads one tenant",
            answers: [.ok("The tenant.", ResponseSchema<TenantSummary>.tenantSummary.named)]
        ),
        APIOperation(
            id: "updateTenant",
            tag: .tenants,
            summary: "Renames, suspends or activates a tenant",
            body: .object("TenantEdit", TenantInputs.edit),
            answers: [.ok("The tenant as it is now.", ResponseSchema<TenantSummary>.tenantSummary.named)]
        ),
        APIOperation(
            id: "addHost",
            tag: .tenants,
            summary: "Adds a custom domain to a tenant",
            answers: [.ok("The tenant as it is now.", ResponseSchema<TenantSummary>.tenantSummary.named)],
            conflicts: [.hostTaken]
        ),
        APIOperation(
            id: "removeHost",
            tag: .tenants,
            summary: "Removes a custom domain from a tenant",
            details: "Removing a domain that the tenant does not have changes nothing.",
            answers: [.noContent("The domain is removed.")]
        ),
    ]
}
