import Crypto
import Foundation
import Synchronization

extension FakeApple {
    /// Adds a team with a new key.
    /// - Parameter redirectURIs: the permitted redirect URIs of the web flow; empty permits any address on this
    ///   machine.
    public func register(clientIDs: [String], redirectURIs: [String] = []) -> FakeTeam {
        let teamID = FakeNames.identifier()
        fake.state.withLock { state in
            let client = KnownClient(redirectURIs: redirectURIs)
            state.teams[teamID] = KnownTeam(clients: Dictionary(clientIDs.map { ($0, client) }) { first, _ in first })
        }
        return addKey(to: teamID)
    }

    /// Adds another key to a team, for its existing client ids.
    public func addKey(to teamID: String) -> FakeTeam {
        let key = P256.Signing.PrivateKey()
        let keyID = FakeNames.identifier()
        let clientIDs = fake.state.withLock { state in
            state.teams[teamID]?.keys[keyID] = key.publicKey
            return state.teams[teamID]?.clients.keys.sorted() ?? []
        }
        return FakeTeam(teamID: teamID, keyID: keyID, privateKey: key.pemRepresentation, clientIDs: clientIDs)
    }

    /// Removes a key, as if it were deleted in the developer account.
    public func removeKey(_ keyID: String, from teamID: String) {
        fake.state.withLock { $0.teams[teamID]?.keys[keyID] = nil }
    }

    /// Creates an authorization code as a native app gets it with the identity token. It works once, for five minutes.
    /// - Parameter redirectURI: the redirect URI of the web flow.
    public func authorizationCode(
        for user: FakeUser,
        clientID: String,
        redirectURI: String? = nil,
        nonce: String? = nil
    ) -> String {
        let teamID = fake.client(clientID)?.teamID ?? ""
        return fake.newCode(
            Consent(user: user, teamID: teamID, clientID: clientID, nonce: nonce),
            redirectURI: redirectURI
        )
    }

    /// Withdraws consent, as a user who removes the app from their Apple Account.
    public func withdrawConsent(of user: FakeUser, teamID: String) {
        fake.withdraw(Relation(subject: user.subject, teamID: teamID))
    }

    /// The number of requests to one endpoint, answered or not.
    public func requests(to endpoint: FakeEndpoint) -> Int { fake.state.withLock { $0.counts[endpoint] ?? 0 } }

    /// The number of requests to all endpoints.
    public var requests: Int { fake.state.withLock { $0.counts.values.reduce(0, +) } }

    /// Describes why the latest rejected request was rejected; Apple itself says less.
    public var latestRejection: String? { fake.state.withLock { $0.rejections.last } }

    /// The number of valid refresh tokens.
    public var liveRefreshTokens: Int { fake.state.withLock { $0.refreshTokens.count } }

    /// Returns whether `bytes` contain a valid refresh token in plain text.
    public func isRefreshToken(in bytes: Data) -> Bool {
        fake.state.withLock { $0.refreshTokens.keys.contains { bytes.firstRange(of: Data($0.utf8)) != nil } }
    }
}
