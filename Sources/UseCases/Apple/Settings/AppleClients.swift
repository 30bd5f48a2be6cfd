import Domain
import Foundation

/// Opens the sealed keys that a tenant uses at Apple, and the sealed tokens that Apple issued for its users.
struct AppleClients: Sendable {
    let vault: Vault

    func client(
        _ id: String,
        _ apple: StoredAppleSettings,
        of tenant: Tenant.ID
    ) async throws(VaultFailure) -> AppleClient {
        let key = try await vault.open(apple.sealedKey, for: tenant, place: AppleAdministration.place(of: tenant))
        return AppleClient(
            clientID: id,
            teamID: apple.settings.teamID,
            keyID: apple.settings.keyID,
            privateKey: String(decoding: key, as: UTF8.self)
        )
    }

    func seal(
        _ token: String,
        of user: User.ID,
        clientID: String,
        in tenant: Tenant.ID
    ) async throws(VaultFailure) -> Data {
        try await vault.seal(Data(token.utf8), for: tenant, place: StoredAppleToken.place(of: user, clientID: clientID))
    }

    func token(
        _ sealed: Data,
        of user: User.ID,
        clientID: String,
        in tenant: Tenant.ID
    ) async throws(VaultFailure) -> String {
        let token = try await vault.open(
            sealed,
            for: tenant,
            place: StoredAppleToken.place(of: user, clientID: clientID)
        )
        return String(decoding: token, as: UTF8.self)
    }
}
