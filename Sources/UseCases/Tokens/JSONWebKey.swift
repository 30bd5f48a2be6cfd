import Crypto
import Domain
import StrictJSON

/// Renders public keys for other parties (RFC 7517).
public enum JSONWebKey {
    /// The members of one key: `kty`, `crv`, `x`, `y`, `kid`, `alg`, `use`.
    public static func object(_ key: SigningKey) -> JSONObject {
        var object = required(key.point)
        object["kid"] = .string(key.name)
        object["alg"] = "ES256"
        object["use"] = "sig"
        object["key_ops"] = ["verify"]
        return object
    }

    /// RFC 7638: the hash of the required members in the order of their names.
    static func thumbprint(ofPoint point: [UInt8]) -> SigningKey.Name {
        Base64URL.encode(SHA256.hash(data: required(point).serialized()))
    }

    private static func required(_ point: [UInt8]) -> JSONObject {
        [
            ("crv", "P-256"), ("kty", "EC"), ("x", .string(Base64URL.encode(point.prefix(32)))),
            ("y", .string(Base64URL.encode(point.suffix(32)))),
        ].reduce(into: JSONObject()) { $0.append($1.0, $1.1) }
    }
}
