import Crypto
import Domain

/// A developer team with one key and its client ids, as the developer account would show them.
public struct FakeTeam: Sendable {
    /// Ten characters.
    public let teamID: String
    /// Ten characters.
    public let keyID: String
    /// The text of the .p8 file.
    public let privateKey: String
    public let clientIDs: [String]
}

/// The record of a team in the fake server.
struct KnownTeam: Sendable {
    var clients: [String: KnownClient] = [:]
    var keys: [String: P256.Signing.PublicKey] = [:]
}

struct KnownClient: Sendable {
    /// Empty permits any address on this machine.
    let redirectURIs: [String]

    func allows(_ uri: String) -> Bool {
        if !redirectURIs.isEmpty { return redirectURIs.contains(uri) }
        // A valid redirect address with plain http is always on this machine.
        return RedirectAddress(uri)?.scheme == "http"
    }
}

enum FakeNames {
    private static let characters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)

    /// Makes an id of ten capital letters and digits, the format of team and key ids.
    static func identifier() -> String {
        String(decoding: SystemContext.system.random(10).map { characters[Int($0) % characters.count] }, as: UTF8.self)
    }

    /// Makes an unguessable secret.
    static func secret(_ prefix: String) -> String { prefix + Base64URL.encode(SystemContext.system.random(32)) }
}
