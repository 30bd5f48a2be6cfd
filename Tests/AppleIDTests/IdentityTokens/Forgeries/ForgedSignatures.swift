import Crypto
import CryptoExtras
import Domain
import FakeApple
import StrictJSON
import UseCases

extension ForgedToken {
    /// A good header, and a signature that is not of the key that it names.
    static let signatures: [ForgedToken] = [
        signed("another key") { _ in .rsa(try FakeRSAKey.other) },
        signed("a key of 1024 bits") { _ in .rsa(try FakeRSAKey.short) },
        signed("the right key with the padding of PS256") { .pss($0) },
        signed("the right key with the hash of RS384") { .rsa384($0) },
        signed("the right key with the hash of RS512") { .rsa512($0) },
        signed("HMAC with the text of the public key") {
            .secret(Array($0.privateKey.publicKey.pemRepresentation.utf8))
        },
        signed("HMAC with the DER of the public key") { .secret(Array($0.privateKey.publicKey.derRepresentation)) },
        signed("HMAC with an empty secret") { _ in .secret([]) },
        signed("a P-256 key") { _ in .p256(P256.Signing.PrivateKey()) },
        signed("r and s of zero") { _ in .bytes([UInt8](repeating: 0, count: 64)) },
        signed("zeros of the right length") { _ in .bytes([UInt8](repeating: 0, count: 256)) },
        signed("ones of the right length") { _ in .bytes([UInt8](repeating: 255, count: 256)) },
        signed("one, whose cube is itself") { _ in .bytes([UInt8](repeating: 0, count: 255) + [1]) },
        signed("a single byte") { _ in .bytes([1]) },
        signed("one byte too much") { _ in .bytes([UInt8](repeating: 1, count: 257)) },
        ForgedToken("the other published key's id", .signature) { site in
            let keys = site.apple.publishedKeys
            return try site.apple.identityToken(
                site.claims(),
                header: ["kid": .string(keys[0].id), "alg": "RS256"],
                signer: .rsa(keys[1])
            )
        },
        ForgedToken("one bit of the signature changed", .signature) { site in
            try changed(try site.token(), part: 2) { $0[100] ^= 1 }
        },
        ForgedToken("last byte of the signature gone", .signature) { site in
            try changed(try site.token(), part: 2) { $0.removeLast() }
        },
        ForgedToken("zero before the signature", .signature) { site in
            try changed(try site.token(), part: 2) { $0.insert(0, at: 0) }
        },
        ForgedToken("claims changed after signing", .signature) { site in
            let own = try site.token { $0["sub"] = "eve" }.split(separator: ".")
            let good = try site.token().split(separator: ".")
            return "\(good[0]).\(own[1]).\(good[2])"
        },
        ForgedToken("header changed after signing", .signature) { site in
            try changed(try site.token(), part: 0) { bytes in
                bytes.removeLast()
                bytes += Array(",\"typ\":\"JWT\"}".utf8)
            }
        },
        ForgedToken("one bit of the claims changed", .signature) { site in
            try changed(try site.token(), part: 1) { $0[10] ^= 1 }
        },
        ForgedToken("claims without the signed rest", .signature) { site in
            let parts = try site.token().split(separator: ".")
            return "\(parts[0])..\(parts[2])"
        },
    ]

    private static func changed(_ token: String, part: Int, _ change: (inout [UInt8]) -> Void) throws -> String {
        var parts = token.split(separator: ".").map(String.init)
        guard var bytes = Base64URL.decode(parts[part]) else { throw AppleTokenFailure.malformed }
        change(&bytes)
        parts[part] = Base64URL.encode(bytes)
        return parts.joined(separator: ".")
    }
}
