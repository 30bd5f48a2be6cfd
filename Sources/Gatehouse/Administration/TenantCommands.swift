import Domain
import StrictJSON
import UseCases

struct CreateTenant: AdministrationCommand {
    let slug: String
    let name: String

    static var startsInstallation: Bool { true }

    func run(on administration: Administration) async throws -> CommandResult {
        let new = try await administration.services.tenants.create(slug: slug, name: name, grant: administration.grant)
        let address = administration.dsn(new.ingestKey, tenant: new.tenant)
        var json = new.tenant.json
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
}

struct ListTenants: AdministrationCommand {
    func run(on administration: Administration) async throws -> CommandResult {
        let grant = try administration.grant
        let tenants = try await Administration.all { page in
            try await administration.services.tenants.page(page, grant: grant)
        }
        let items = tenants.map { summary in
            var json = summary.tenant.json
            json["users"] = .integer(Int64(summary.users))
            json["hosts"] = .array(summary.hosts.map { .string($0.description) })
            return JSONValue.object(json)
        }
        let lines = tenants.map { summary in
            [
                summary.tenant.slug.description, summary.tenant.name, summary.tenant.state.rawValue,
                "\(summary.users) users", summary.tenant.id.description,
            ]
        }
        return CommandResult(
            ["items": .array(items)],
            text: lines.isEmpty ? "There are no tenants yet." : lines.aligned
        )
    }
}

extension Tenant {
    fileprivate var json: JSONObject {
        [
            "id": .string(id.description), "number": .integer(Int64(number)), "slug": .string(slug.description),
            "name": .string(name), "state": .string(state.rawValue), "created_at": .string(createdAt.rfc3339),
        ]
    }
}
