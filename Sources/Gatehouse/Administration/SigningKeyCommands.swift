import Domain
import StrictJSON
import UseCases

struct ListSigningKeys: AdministrationCommand {
    let tenant: String

    func run(on administration: Administration) async throws -> CommandResult {
        let grant = try administration.access(to: try await administration.tenant(tenant)).grant(ReadKeys.self)
        let keys = try await administration.services.signingKeys.published(grant: grant)
        let lines = keys.map { key in
            [key.name, "active from \(key.activatesAt.rfc3339)", key.retiresAt.map { "until \($0.rfc3339)" } ?? ""]
        }
        return CommandResult(["items": .array(keys.map { .object($0.json) })], text: lines.aligned)
    }
}

struct RotateSigningKeys: AdministrationCommand {
    let tenant: String
    let isLeaked: Bool

    func run(on administration: Administration) async throws -> CommandResult {
        let grant = try administration.access(to: try await administration.tenant(tenant)).grant(ManageKeys.self)
        let keys = administration.services.signingKeys
        guard isLeaked else {
            let key = try await keys.rotate(grant: grant)
            return CommandResult(
                key.json,
                text:
                    "The key \(key.name) is published and signs from \(key.activatesAt.rfc3339). Sessions stay valid."
            )
        }
        let key = try await keys.replaceLeaked(grant: grant)
        return CommandResult(
            key.json,
            text: """
                The key \(key.name) signs now, and Gatehouse rejects tokens of all other keys. Apps get new access \
                tokens by refresh; all sessions stay valid.
                Backends that verify tokens offline trust the leaked key for five more minutes, unless they are \
                restarted.
                """
        )
    }
}

extension SigningKey {
    fileprivate var json: JSONObject {
        [
            "kid": .string(name), "created_at": .string(createdAt.rfc3339),
            "signs_from": .string(activatesAt.rfc3339),
            "signs_until": retiresAt.map { .string($0.rfc3339) } ?? .null,
        ]
    }
}
