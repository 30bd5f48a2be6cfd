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

/// A refresh token of Apple's, sealed: it checks later whether the user still consents to the app, and is revoked in
/// the end.
public struct StoredAppleToken: Sendable, Hashable {
    public let user: User.ID
    public let clientID: String
    public let sealed: Data
    public let createdAt: Timestamp

    public init(user: User.ID, clientID: String, sealed: Data, createdAt: Timestamp) {
        self.user = user
        self.clientID = clientID
        self.sealed = sealed
        self.createdAt = createdAt
    }

    /// Returns the cell that the token is sealed for.
    static func place(of user: User.ID, clientID: String) -> SecretPlace {
        SecretPlace(table: "apple_tokens", column: "sealed", row: user.uuid.bytes + Array(clientID.utf8))
    }
}
