import Domain
import StrictJSON
import UseCases

extension Administration {
    func createTenant(slug: String, name: String) async throws -> CommandResult {
        let new = try await services.tenants.create(slug: slug, name: name, grant: grant)
        let address = dsn(new.ingestKey, tenant: new.tenant)
        var json = Self.json(new.tenant)
        json["publishable_key"] = .string(new.publishableKey.text)
        json["ingest_key"] = .string(new.ingestKey.text)
        json["secret_key"] = .string(new.secretKey.text)
        json["sentry_dsn"] = address.map { .string($0) }
        let lines =
            [
                ["id", new.tenant.id.description], ["slug", slug], ["publishable key", new.publishableKey.text],
                ["ingest key", new.ingestKey.text], ["secret key", new.secretKey.text],
            ] + [address].compactMap { $0.map { ["Sentry DSN", $0] } }
        return CommandResult(json, text: "\(lines.aligned)\n\nThe keys are shown only once.")
    }

    func listTenants() async throws -> CommandResult {
        var tenants: [TenantSummary] = []
        var cursor: Cursor?
        repeat {
            let page = try await services.tenants.page(
                PageRequest(limit: PageRequest.limits.upperBound, cursor: cursor),
                grant: grant
            )
            tenants += page.items
            cursor = page.next
        } while cursor != nil
        let items = tenants.map { summary in
            var json = Self.json(summary.tenant)
            json["users"] = .integer(Int64(summary.users))
            json["hosts"] = .array(summary.hosts.map { .string($0.description) })
            return JSONValue.object(json)
        }
        let lines = tenants.map { summary in
            [
                summary.tenant.slug.description, summary.tenant.name, summary.tenant.state.rawValue,
                "\(summary.users) users",
                summary.tenant.id.description,
            ]
        }
        return CommandResult(
            ["items": .array(items)],
            text: lines.isEmpty ? "There are no tenants yet." : lines.aligned
        )
    }

    /// The DSN of an ingest key; nil for a key of another kind.
    func dsn(_ key: Credential, tenant: Tenant) -> String? {
        DSNKey(key).map { services.address.dsn($0, tenant) }
    }

    private static func json(_ tenant: Tenant) -> JSONObject {
        [
            "id": .string(tenant.id.description), "number": .integer(Int64(tenant.number)),
            "slug": .string(tenant.slug.description),
            "name": .string(tenant.name), "state": .string(tenant.state.rawValue),
            "created_at": .string(tenant.createdAt.rfc3339),
        ]
    }
}
