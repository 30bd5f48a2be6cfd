import Crypto
import Domain

enum FakeNames {
    private static let characters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)

    /// Creates an id of ten capital letters and digits, the format of team and key ids.
    static func identifier() -> String {
        String(decoding: SystemContext.system.random(10).map { characters[Int($0) % characters.count] }, as: UTF8.self)
    }

    /// Creates an unguessable secret.
    static func secret(_ prefix: String) -> String { prefix + Base64URL.encode(SystemContext.system.random(32)) }
}
