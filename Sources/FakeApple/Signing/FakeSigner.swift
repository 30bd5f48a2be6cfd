import Crypto
import CryptoExtras
import Domain
import Foundation

/// The signer of a token: correct, wrong, or none.
public enum FakeSigner: Sendable {
    /// RS256.
    case rsa(FakeRSAKey)
    /// PS256: an RSA key with another padding.
    case pss(FakeRSAKey)
    /// RS384 or RS512: an RSA key with another hash.
    case rsa384(FakeRSAKey), rsa512(FakeRSAKey)
    /// HS256 with any secret, such as the text of a public key.
    case secret([UInt8])
    case p256(P256.Signing.PrivateKey)
    /// Uses these bytes as the signature, whatever is signed.
    case bytes([UInt8])
    /// No signature, as in `alg: none`.
    case nothing

    /// Creates a signed JWT whose header and content are any bytes.
    func signedText(header: [UInt8], content: [UInt8]) throws -> String {
        let text = "\(Base64URL.encode(header)).\(Base64URL.encode(content))"
        return "\(text).\(Base64URL.encode(try signature(of: text)))"
    }

    func signature(of text: String) throws -> [UInt8] {
        let data = Data(text.utf8)
        switch self {
        case .rsa(let key): return try Self.rsa(key, SHA256.hash(data: data), .insecurePKCS1v1_5)
        case .pss(let key): return try Self.rsa(key, SHA256.hash(data: data), .PSS)
        case .rsa384(let key): return try Self.rsa(key, SHA384.hash(data: data), .insecurePKCS1v1_5)
        case .rsa512(let key): return try Self.rsa(key, SHA512.hash(data: data), .insecurePKCS1v1_5)
        case .secret(let secret):
            return Array(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: secret)))
        case .p256(let key): return Array(try key.signature(for: data).rawRepresentation)
        case .bytes(let bytes): return bytes
        case .nothing: return []
        }
    }

    private static func rsa(_ key: FakeRSAKey, _ digest: some Digest, _ padding: _RSA.Signing.Padding) throws -> [UInt8]
    {
        Array(try key.privateKey.signature(for: digest, padding: padding).rawRepresentation)
    }
}
