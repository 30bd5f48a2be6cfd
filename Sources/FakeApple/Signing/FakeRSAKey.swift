import Crypto
import CryptoExtras
import Domain
import StrictJSON
import Synchronization

/// An RSA key and the id that it is published under.
public struct FakeRSAKey: Sendable {
    public var id: String
    public let privateKey: _RSA.Signing.PrivateKey
    private let modulus: [UInt8]
    private let exponent: [UInt8]

    /// - Parameter bits: fewer than 2048 make a key that a verifier must reject.
    public init(bits: Int = 2048) throws {
        privateKey = try _RSA.Signing.PrivateKey(unsafeKeySize: _RSA.Signing.KeySize(bitCount: bits))
        let numbers = try privateKey.publicKey.getKeyPrimitives()
        modulus = Array(numbers.modulus)
        exponent = Array(numbers.publicExponent)
        id = String(Base64URL.encode(SHA256.hash(data: numbers.modulus)).prefix(10))
    }

    /// The JWK of a key set (RFC 7517).
    public var json: JSONObject {
        [
            "kty": "RSA", "kid": .string(id), "use": "sig", "alg": "RS256", "n": .string(Base64URL.encode(modulus)),
            "e": .string(Base64URL.encode(exponent)),
        ]
    }

    private static let cache = Mutex<[FakeRSAKey]>([])

    /// Generating a key takes a while, so all fake servers of a process share their keys, in one order.
    static func standard(_ place: Int) throws -> FakeRSAKey {
        try cache.withLock { cache in
            while cache.count <= place { cache.append(try FakeRSAKey()) }
            return cache[place]
        }
    }

    /// Returns the next standard key that is not among `keys`.
    static func standard(beside keys: [FakeRSAKey]) throws -> FakeRSAKey {
        var place = 0
        while keys.contains(where: { $0.id == (try? standard(place))?.id }) { place += 1 }
        return try standard(place)
    }
}
