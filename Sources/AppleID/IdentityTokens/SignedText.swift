import Crypto
import Domain
import Foundation
import StrictJSON
import UseCases

/// A JWS in compact form (RFC 7515 §7.1) whose header is validated and whose content is not parsed yet.
///
/// The header may hold `alg` RS256, `kid` and `typ` JWT, and nothing else: a token cannot choose its algorithm, embed
/// its key, name a URL to fetch a key from, or require a critical extension that we would have to know.
struct SignedText: Sendable {
    static let maximumBytes = 8 * 1024
    private static let headerLimits = JSONLimits(
        maximumDepth: 4,
        maximumMembers: 16,
        maximumElements: 64,
        maximumStringBytes: maximumBytes
    )
    private static let contentLimits = JSONLimits(
        maximumDepth: 8,
        maximumMembers: 64,
        maximumElements: 256,
        maximumStringBytes: 8 * 1024,
        maximumNumberBytes: 32
    )

    let keyID: String
    private let signed: [UInt8]
    private let content: Substring
    private let signature: [UInt8]

    init(_ text: String) throws(AppleTokenFailure) {
        guard text.utf8.count <= Self.maximumBytes else { throw .tooLong }
        let parts = text.splitBytes(at: ".", maximumSplits: 3)
        guard parts.count == 3, let header = Base64URL.decode(parts[0]) else { throw .malformed }
        keyID = try Self.keyID(header)
        guard let signature = Base64URL.decode(parts[2]), !signature.isEmpty else { throw .malformed }
        self.signature = signature
        signed = Array(text.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
        content = parts[1]
    }

    /// SHA-256 of the bytes that the signature covers. It leaves out the signature, which has more than one encoding.
    var hash: Data { Data(SHA256.hash(data: signed)) }

    /// - Throws: `.signature` when this key did not sign it. The content is parsed only after that check.
    func claims(signedBy key: AppleKey) throws(AppleTokenFailure) -> AppleClaims {
        guard key.hasSigned(signed, signature) else { throw .signature }
        guard let bytes = Base64URL.decode(content),
            let object = (try? JSONValue(parsing: bytes, limits: Self.contentLimits))?.objectValue
        else { throw .malformed }
        return AppleClaims(object)
    }

    private static func keyID(_ header: [UInt8]) throws(AppleTokenFailure) -> String {
        guard let value = try? JSONValue(parsing: header, limits: headerLimits), case .object(let members) = value
        else { throw .malformed }
        var keyID: String?
        for (name, value) in members {
            guard let text = value.stringValue else { throw .header }
            switch name {
            case _ where name.hasSameBytes(as: "alg"): guard text.hasSameBytes(as: "RS256") else { throw .header }
            case _ where name.hasSameBytes(as: "typ"): guard text.hasSameBytes(as: "JWT") else { throw .header }
            case _ where name.hasSameBytes(as: "kid"): keyID = text
            default: throw .header
            }
        }
        guard members["alg"] != nil, let keyID, AppleKey.isID(keyID) else { throw .header }
        return keyID
    }
}
