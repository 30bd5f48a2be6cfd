import Domain
import StrictJSON
import UseCases

extension Administration {
    func createKey(tenant slug: String, kind: String, name: String) async throws -> CommandResult {
        guard let kind = APIKey.Kind(rawValue: kind) else {
            throw DomainError.invalid("kind", .notOneOf(APIKey.Kind.allCases.map(\.rawValue)))
        }
        let tenant = try await tenant(slug)
        let new = try await services.keys.create(
            kind: kind,
            name: name,
            grant: try access(to: tenant).grant(ManageKeys.self)
        )
        var json = Self.json(new.key)
        json["key"] = .string(new.text.text)
        let address = dsn(new.text, tenant: tenant)
        json["sentry_dsn"] = address.map { .string($0) }
        let lines = [new.text.text] + [address].compactMap { $0.map { "Sentry DSN: \($0)" } }
        return CommandResult(
            json,
            text: "\(lines.joined(separator: "\n"))\n\nThe key is shown only once. Its ID is \(new.key.id)."
        )
    }

    func listKeys(tenant slug: String) async throws -> CommandResult {
        let grant = try access(to: try await tenant(slug)).grant(ReadKeys.self)
        var keys: [APIKey] = []
        var cursor: Cursor?
        repeat {
            let page = try await services.keys.page(
                PageRequest(limit: PageRequest.limits.upperBound, cursor: cursor),
                grant: grant
            )
            keys += page.items
            cursor = page.next
        } while cursor != nil
        let lines = keys.map { key in
            [
                key.id.description, key.kind.rawValue, key.hint, key.name,
                key.revokedAt.map { "revoked \($0.rfc3339)" } ?? key.lastUsedAt.map { "last used \($0.rfc3339)" }
                    ?? "never used",
            ]
        }
        return CommandResult(
            ["items": .array(keys.map { .object(Self.json($0)) })],
            text: lines.isEmpty ? "The tenant has no API keys." : lines.aligned
        )
    }

    func revokeKey(tenant slug: String, key: String) async throws -> CommandResult {
        guard let id = APIKey.ID(key) else { throw DomainError.notFound(.key) }
        let tenant = try await tenant(slug)
        let revoked = try await services.keys.revoke(id, grant: try access(to: tenant).grant(ManageKeys.self))
        return CommandResult(Self.json(revoked), text: "The key \(revoked.hint) is revoked.")
    }

    func listSigningKeys(tenant slug: String) async throws -> CommandResult {
        let keys = try await services.signingKeys.published(
            grant: try access(to: try await tenant(slug)).grant(ReadKeys.self)
        )
        let lines = keys.map { key in
            [key.name, "active from \(key.activatesAt.rfc3339)", key.retiresAt.map { "until \($0.rfc3339)" } ?? ""]
        }
        return CommandResult(["items": .array(keys.map { .object(Self.json($0)) })], text: lines.aligned)
    }

    func rotateSigningKeys(tenant slug: String, isLeaked: Bool) async throws -> CommandResult {
        let grant = try access(to: try await tenant(slug)).grant(ManageKeys.self)
        guard isLeaked else {
            let key = try await services.signingKeys.rotate(grant: grant)
            return CommandResult(
                Self.json(key),
                text:
                    "The key \(key.name) is published and signs from \(key.activatesAt.rfc3339). Sessions stay valid."
            )
        }
        let key = try await services.signingKeys.replaceLeaked(grant: grant)
        return CommandResult(
            Self.json(key),
            text: """
                The key \(key.name) signs now, and Gatehouse rejects tokens of all other keys. Apps get new access \
                tokens by refresh; all sessions stay valid.
                Backends that verify tokens offline trust the leaked key for five more minutes, unless they are \
                restarted.
                """
        )
    }

    private static func json(_ key: SigningKey) -> JSONObject {
        [
            "kid": .string(key.name), "created_at": .string(key.createdAt.rfc3339),
            "signs_from": .string(key.activatesAt.rfc3339),
            "signs_until": key.retiresAt.map { .string($0.rfc3339) } ?? .null,
        ]
    }

    private static func json(_ key: APIKey) -> JSONObject {
        [
            "id": .string(key.id.description), "kind": .string(key.kind.rawValue), "name": .string(key.name),
            "hint": .string(key.hint),
            "created_at": .string(key.createdAt.rfc3339),
            "last_used_at": key.lastUsedAt.map { .string($0.rfc3339) } ?? .null,
            "revoked_at": key.revokedAt.map { .string($0.rfc3339) } ?? .null,
        ]
    }
}
