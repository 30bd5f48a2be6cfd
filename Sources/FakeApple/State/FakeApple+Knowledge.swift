import Crypto
import Domain
import Foundation
import Synchronization

extension FakeApple {
    /// What can be asked of it.
    public enum Endpoint: String, CaseIterable, Sendable {
        case keys, token, revoke, authorize
    }

    /// Adds a team with a new key.
    /// - Parameter redirectURIs: what the web flow may return to; none: any address on this machine.
    public func register(clientIDs: [String], redirectURIs: [String] = []) -> FakeTeam {
        let teamID = FakeNames.identifier()
        desk.state.withLock { state in
            let client = KnownClient(redirectURIs: redirectURIs)
            state.teams[teamID] = KnownTeam(clients: Dictionary(clientIDs.map { ($0, client) }) { first, _ in first })
        }
        return addKey(to: teamID)
    }

    /// A further key of a team, with the same client ids.
    public func addKey(to teamID: String) -> FakeTeam {
        let key = P256.Signing.PrivateKey()
        let keyID = FakeNames.identifier()
        let clientIDs = desk.state.withLock { state in
            state.teams[teamID]?.keys[keyID] = key.publicKey
            return state.teams[teamID]?.clients.keys.sorted() ?? []
        }
        return FakeTeam(teamID: teamID, keyID: keyID, privateKey: key.pemRepresentation, clientIDs: clientIDs)
    }

    /// As if the key were deleted in the developer account.
    public func removeKey(_ keyID: String, from teamID: String) {
        desk.state.withLock { $0.teams[teamID]?.keys[keyID] = nil }
    }

    /// A code as a native app gets it with the identity token. Good once, for five minutes.
    /// - Parameter redirectURI: what the web flow named.
    public func authorizationCode(
        for person: FakeUser,
        clientID: String,
        redirectURI: String? = nil,
        nonce: String? = nil
    ) -> String {
        let teamID = desk.client(clientID)?.teamID ?? ""
        return desk.newCode(
            Consent(person: person, teamID: teamID, clientID: clientID, nonce: nonce),
            redirectURI: redirectURI
        )
    }

    /// The person removes the app under their Apple Account.
    public func withdrawConsent(of person: FakeUser, teamID: String) {
        desk.withdraw(Relation(subject: person.subject, teamID: teamID))
    }

    /// How many requests came, answered or not.
    public func requests(to endpoint: Endpoint) -> Int { desk.state.withLock { $0.counts[endpoint] ?? 0 } }

    /// Of all kinds together.
    public var requests: Int { desk.state.withLock { $0.counts.values.reduce(0, +) } }

    /// What is wrong with the latest request that was refused, in words; Apple itself says less.
    public var latestRefusal: String? { desk.state.withLock { $0.refusals.last } }

    /// How many refresh tokens are good.
    public var liveRefreshTokens: Int { desk.state.withLock { $0.refreshTokens.count } }

    /// Whether something holds a good refresh token as it was given out.
    public func isRefreshToken(in bytes: Data) -> Bool {
        desk.state.withLock { $0.refreshTokens.keys.contains { bytes.firstRange(of: Data($0.utf8)) != nil } }
    }
}
