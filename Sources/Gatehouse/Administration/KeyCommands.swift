import Domain
import StrictJSON
import UseCases

struct CreateKey: AdministrationCommand {
    let tenant: String
    let kind: String
    let name: String

    func run(on administration: Administration) async throws -> CommandResult {
        guard let kind = APIKey.Kind(rawValue: kind) else {
            throw DomainError.invalid("kind", .notOneOf(APIKey.Kind.allCases.map(\.rawValue)))
        }
        let tenant = try await administration.tenant(tenant)
        let new = try await administration.services.keys.create(
            kind: kind,
            name: name,
            grant: administration.access(to: tenant).grant(ManageKeys.self)
        )
        let address = administration.dsn(new.text, tenant: tenant)
        var json = new.key.json
        json["key"] = .string(new.text.text)
        json["sentry_dsn"] = address.map { .string($0) }
        let lines = [new.text.text] + [address].compactMap { $0.map { "Sentry DSN: \($0)" } }
        return CommandResult(
            json,
            text: "\(lines.joined(separator: "\n"))\n\nThe key is shown only once. Its ID is \(new.key.id)."
        )
    }
}

struct ListKeys: AdministrationCommand {
    let tenant: String

    func run(on administration: Administration) async throws -> CommandResult {
        let grant = try administration.access(to: try await administration.tenant(tenant)).grant(ReadKeys.self)
        let keys = try await Administration.all { page in
            try await administration.services.keys.page(page, grant: grant)
        }
        let lines = keys.map { key in
            [
                key.id.description, key.kind.rawValue, key.hint, key.name,
                key.revokedAt.map { "revoked \($0.rfc3339)" } ?? key.lastUsedAt.map { "last used \($0.rfc3339)" }
                    ?? "never used",
            ]
        }
        return CommandResult(
            ["items": .array(keys.map { .object($0.json) })],
            text: lines.isEmpty ? "The tenant has no API keys." : lines.aligned
        )
    }
}

struct RevokeKey: AdministrationCommand {
    let tenant: String
    let key: String

    func run(on administration: Administration) async throws -> CommandResult {
        guard let id = APIKey.ID(key) else { throw DomainError.notFound(.key) }
        let grant = try administration.access(to: try await administration.tenant(tenant)).grant(ManageKeys.self)
        let revoked = try await administration.services.keys.revoke(id, grant: grant)
        return CommandResult(revoked.json, text: "The key \(revoked.hint) is revoked.")
    }
}

extension APIKey {
    fileprivate var json: JSONObject {
        [
            "id": .string(id.description), "kind": .string(kind.rawValue), "name": .string(name),
            "hint": .string(hint),
            "created_at": .string(createdAt.rfc3339),
            "last_used_at": lastUsedAt.map { .string($0.rfc3339) } ?? .null,
            "revoked_at": revokedAt.map { .string($0.rfc3339) } ?? .null,
        ]
    }
}
