import Domain
import StrictJSON
import UseCases

extension Administration {
    func setApple(
        tenant slug: String, team: String, key: String, privateKey: String?, clientIDs: [String]
    ) async throws -> CommandResult {
        let tenant = try await tenant(slug)
        let draft = AppleAdministration.Draft(teamID: team, keyID: key, privateKey: privateKey, clientIDs: clientIDs)
        let set = try await services.apple.set(draft, grant: try access(to: tenant).grant(ManageSettings.self))
        let json: JSONObject = [
            "team_id": .string(set.teamID), "key_id": .string(set.keyID), "key_fingerprint": .string(set.keyFingerprint),
            "client_ids": .array(set.clientIDs.map { .string($0) }), "updated_at": .string(set.updatedAt.rfc3339),
        ]
        let names = set.clientIDs.joined(separator: ", ")
        return CommandResult(json, text: "Identity tokens for \(names) are good for \(tenant.slug) once the method apple is on.")
    }
}
