import Crypto
import Domain

/// The record of a team in the fake server.
struct KnownTeam: Sendable {
    var clients: [String: KnownClient] = [:]
    var keys: [String: P256.Signing.PublicKey] = [:]
}
