import Crypto
import Domain

/// A developer team with one key and its client ids, as the developer's account would show them.
public struct FakeTeam: Sendable {
    /// Ten characters.
    public let teamID: String
    /// Ten characters.
    public let keyID: String
    /// The text of the .p8 file.
    public let privateKey: String
    public let clientIDs: [String]
}

/// What the stand-in keeps of a team.
struct KnownTeam: Sendable {
    var clients: [String: KnownClient] = [:]
    var keys: [String: P256.Signing.PublicKey] = [:]
}

struct KnownClient: Sendable {
    /// Empty: any address on this machine will do.
    let redirectURIs: [String]

    func allows(_ uri: String) -> Bool {
        if !redirectURIs.isEmpty { return redirectURIs.contains(uri) }
        // Of plain http a redirect address is one of this machine, or none.
        return RedirectAddress(uri)?.scheme == "http"
    }
}

enum FakeNames {
    private static let characters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)

    /// Ten capitals and digits, the form of team and key ids.
    static func identifier() -> String {
        String(decoding: SystemContext.system.random(10).map { characters[Int($0) % characters.count] }, as: UTF8.self)
    }

    /// A text that nobody guesses.
    static func secret(_ prefix: String) -> String { prefix + Base64URL.encode(SystemContext.system.random(32)) }
}
