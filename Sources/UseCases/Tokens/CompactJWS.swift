import Crypto
import Domain
import Foundation
import StrictJSON

/// A signed token as text: `header.payload.signature`, each part in base64url (RFC 7515 §7.1), with ES256 alone.
///
/// Reads exactly what it writes. The header names only the algorithm, the key and the type: a header with a key, the
/// URL of one, or `crit` is rejected.
struct CompactJWS {
    /// The size above which a token is rejected unread.
    static let maximumBytes = 8 * 1024
    private static let signatureBytes = 64
    private static let limits = JSONLimits(
        maximumDepth: 32,
        maximumMembers: 256,
        maximumElements: 1000,
        maximumStringBytes: maximumBytes
    )

    let keyName: SigningKey.Name
    let payload: JSONObject
    private let signed: Data
    private let signature: P256.Signing.ECDSASignature

    static func sign(_ payload: JSONObject, with entry: SigningKeyRing.Entry) throws(DomainError) -> String {
        let signed =
            "\(Base64URL.encode(header(entry.key.name).serialized())).\(Base64URL.encode(payload.serialized()))"
        guard let signature = try? entry.privateKey.signature(for: Data(signed.utf8)) else {
            throw .unavailable(retryAfter: .seconds(1))
        }
        return "\(signed).\(Base64URL.encode(signature.rawRepresentation))"
    }

    /// - Returns: nil for every text that `sign` cannot have written.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumBytes else { return nil }
        let parts = text.splitBytes(at: ".", maximumSplits: 3)
        guard parts.count == 3, let head = Base64URL.decode(parts[0]), let body = Base64URL.decode(parts[1]),
            let code = Base64URL.decode(parts[2]), code.count == Self.signatureBytes,
            let header = Self.object(head), let name = header["kid"]?.stringValue, header == Self.header(name),
            let payload = Self.object(body), let signature = try? P256.Signing.ECDSASignature(rawRepresentation: code)
        else { return nil }
        keyName = name
        self.payload = payload
        self.signature = signature
        signed = Data("\(parts[0]).\(parts[1])".utf8)
    }

    func isSigned(by key: P256.Signing.PublicKey) -> Bool { key.isValidSignature(signature, for: signed) }

    private static func header(_ name: SigningKey.Name) -> JSONObject {
        ["alg": "ES256", "kid": .string(name), "typ": "JWT"]
    }

    private static func object(_ bytes: [UInt8]) -> JSONObject? {
        (try? JSONValue(parsing: bytes, limits: limits))?.objectValue
    }
}
