import Crypto
import CryptoExtras
import FakeApple
import StrictJSON
import UseCases

extension ForgedToken {
    /// Headers that would choose the algorithm, bring a key, or name a place to fetch one from.
    static let headers: [ForgedToken] = [
        header("alg none, unsigned", "{\"alg\":\"none\",\"kid\":\"KID\"}", signer: .nothing),
        header("alg none in capitals", "{\"alg\":\"NONE\",\"kid\":\"KID\"}", signer: .nothing),
        header("alg none, signed", "{\"alg\":\"none\",\"kid\":\"KID\"}"),
        header("alg RS256 in small letters", "{\"alg\":\"rs256\",\"kid\":\"KID\"}"),
        header("alg RS256 and a space", "{\"alg\":\"RS256 \",\"kid\":\"KID\"}"),
        header("alg RS384", "{\"alg\":\"RS384\",\"kid\":\"KID\"}"),
        header("alg PS256", "{\"alg\":\"PS256\",\"kid\":\"KID\"}"),
        header("alg ES256", "{\"alg\":\"ES256\",\"kid\":\"KID\"}", signer: .p256(P256.Signing.PrivateKey())),
        header("alg EdDSA", "{\"alg\":\"EdDSA\",\"kid\":\"KID\"}"),
        header("alg missing", "{\"kid\":\"KID\"}"),
        header("alg null", "{\"alg\":null,\"kid\":\"KID\"}"),
        header("alg empty", "{\"alg\":\"\",\"kid\":\"KID\"}"),
        header("alg in an array", "{\"alg\":[\"RS256\"],\"kid\":\"KID\"}"),
        ForgedToken("alg HS256 with the text of the public key", .header) { site in
            let key = try site.apple.currentKey
            return try site.apple.identityToken(
                site.claims(),
                header: ["alg": "HS256", "kid": .string(key.id)],
                signer: .secret(Array(key.privateKey.publicKey.pemRepresentation.utf8))
            )
        },
        ForgedToken("alg RS512, rightly signed so", .header) { site in
            let key = try site.apple.currentKey
            return try site.apple.identityToken(
                site.claims(),
                header: ["alg": "RS512", "kid": .string(key.id)],
                signer: .rsa512(key)
            )
        },
        header("crit", "{\"alg\":\"RS256\",\"kid\":\"KID\",\"crit\":[\"exp\"],\"exp\":1}"),
        header("empty crit", "{\"alg\":\"RS256\",\"kid\":\"KID\",\"crit\":[]}"),
        header("b64", "{\"alg\":\"RS256\",\"kid\":\"KID\",\"b64\":false}"),
        ForgedToken("its own key in jwk", .header) { site in
            let key = try FakeRSAKey.other
            return try site.apple.identityToken(
                site.claims(),
                header: ["alg": "RS256", "kid": .string(key.id), "jwk": .object(key.json)],
                signer: .rsa(key)
            )
        },
        ForgedToken("a key set at jku", .header) { site in
            let key = try FakeRSAKey.other
            return try site.apple.identityToken(
                site.claims(),
                header: ["alg": "RS256", "kid": .string(key.id), "jku": .string(site.apple.url + "/auth/keys")],
                signer: .rsa(key)
            )
        },
        ForgedToken("a certificate at x5u", .header) { site in
            try site.apple.identityToken(
                site.claims(),
                header: ["alg": "RS256", "kid": "a", "x5u": .string(site.apple.url + "/auth/keys")],
                signer: .rsa(try FakeRSAKey.other)
            )
        },
        header("x5c", "{\"alg\":\"RS256\",\"kid\":\"KID\",\"x5c\":[\"MIIB\"]}"),
        header("x5t", "{\"alg\":\"RS256\",\"kid\":\"KID\",\"x5t\":\"AAAA\"}"),
        header("zip", "{\"alg\":\"RS256\",\"kid\":\"KID\",\"zip\":\"DEF\"}"),
        header("cty", "{\"alg\":\"RS256\",\"kid\":\"KID\",\"cty\":\"JWT\"}"),
        header("typ of another kind", "{\"alg\":\"RS256\",\"kid\":\"KID\",\"typ\":\"at+jwt\"}"),
        header("an unknown name", "{\"alg\":\"RS256\",\"kid\":\"KID\",\"a\":\"b\"}"),
        header("kid missing", "{\"alg\":\"RS256\"}"),
        header("kid null", "{\"alg\":\"RS256\",\"kid\":null}"),
        header("kid a number", "{\"alg\":\"RS256\",\"kid\":1}"),
        header("kid in an array", "{\"alg\":\"RS256\",\"kid\":[\"KID\"]}"),
        header("kid empty", "{\"alg\":\"RS256\",\"kid\":\"\"}"),
        header("kid a path", "{\"alg\":\"RS256\",\"kid\":\"../../dev/null\"}"),
        header("kid with SQL", "{\"alg\":\"RS256\",\"kid\":\"' OR 1=1 --\"}"),
        header("kid with a line break", "{\"alg\":\"RS256\",\"kid\":\"a\\nb\"}"),
        header("kid of 65 characters", "{\"alg\":\"RS256\",\"kid\":\"\(String(repeating: "k", count: 65))\"}"),
        header("unknown kid", "{\"alg\":\"RS256\",\"kid\":\"nobody\"}", .unknownKey).allowing(requests: 1),
        header("known kid in another case", "{\"alg\":\"RS256\",\"kid\":\"KID~\"}", .unknownKey).allowing(requests: 1),
    ]
}

extension FakeRSAKey {
    /// Apple never publishes it.
    static var other: FakeRSAKey { get throws { try otherKey.get() } }
    /// Too short for anyone.
    static var short: FakeRSAKey { get throws { try shortKey.get() } }

    private static let otherKey = Result { try FakeRSAKey() }
    private static let shortKey = Result { try FakeRSAKey(bits: 1024) }
}
