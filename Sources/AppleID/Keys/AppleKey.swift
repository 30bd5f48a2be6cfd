import Crypto
import Domain
import JWTKit
import StrictJSON

/// One of Apple's public keys, used only to verify RS256 signatures.
struct AppleKey: Sendable {
    private static let sizes = 2048...4096
    private static let idLengths = 1...64

    let id: String
    private let signatureBytes: Int
    private let algorithm: any JWTAlgorithm

    /// - Returns: nil unless this is an RSA key of 2048 to 4096 bits for signatures (RFC 7517 §4, RFC 7518 §6.3.1).
    init?(_ key: JSONValue) async {
        guard let id = key["kid"]?.stringValue, Self.isID(id), key["kty"] == "RSA",
            key["use"] == nil || key["use"] == "sig", key["alg"] == nil || key["alg"] == "RS256",
            let modulus = key["n"]?.stringValue, let exponent = key["e"]?.stringValue,
            let bits = Self.bits(of: modulus), Self.sizes.contains(bits), Self.isExponent(exponent),
            let publicKey = try? Insecure.RSA.PublicKey(modulus: modulus, exponent: exponent)
        else { return nil }
        // The collection holds one key, so no other key can verify the signature.
        let name = JWKIdentifier(string: id)
        let collection = await JWTKeyCollection().add(rsa: publicKey, digestAlgorithm: .sha256, kid: name)
        guard let algorithm = try? await collection.getKey(for: name), algorithm.name == "RS256" else { return nil }
        self.id = id
        self.algorithm = algorithm
        signatureBytes = (bits + 7) / 8
    }

    func hasSigned(_ bytes: [UInt8], _ signature: [UInt8]) -> Bool {
        guard signature.count == signatureBytes else { return false }
        return (try? algorithm.verify(signature, signs: bytes)) ?? false
    }

    /// 1 to 64 letters, digits and `-._~`: safe in a URL, and so in a log.
    static func isID(_ text: String) -> Bool {
        idLengths.contains(text.utf8.count) && PercentEncoding.encode(text).hasSameBytes(as: text)
    }

    /// Counts the bits of an odd number without leading zeros.
    private static func bits(of modulus: String) -> Int? {
        guard let bytes = Base64URL.decode(modulus), let first = bytes.first, first != 0,
            bytes.last.map({ $0 & 1 }) == 1
        else { return nil }
        return bytes.count * 8 - first.leadingZeroBitCount
    }

    /// True when the exponent is odd, at least 65537 and at most four bytes long.
    private static func isExponent(_ text: String) -> Bool {
        guard let bytes = Base64URL.decode(text), (3...4).contains(bytes.count), bytes[0] != 0 else { return false }
        let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return value >= 65537 && value & 1 == 1
    }
}
