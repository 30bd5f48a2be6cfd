import Crypto
import Domain
import Foundation
import StrictJSON
import UseCases

/// Creates client secrets: ES256 JWTs that prove to Apple that a request comes from the team, one for each call.
///
/// Apple would accept one that is valid for half a year, but when it expires all sign-ins fail.
enum ClientSecret {
    static let life = Duration.minutes(5)

    /// - Throws: `.unusableKey` when the tenant's key cannot be read.
    static func make(for client: AppleClient, at moment: Timestamp) throws(AppleServiceFailure) -> String {
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: client.privateKey) else { throw .unusableKey }
        let seconds = moment.milliseconds / 1000
        let header: JSONObject = ["alg": "ES256", "kid": .string(client.keyID)]
        let claims: JSONObject = [
            "iss": .string(client.teamID), "iat": .integer(seconds), "exp": .integer(seconds + life.secondsRoundedUp),
            "aud": .string(AppleIssuers.tokenAudience), "sub": .string(client.clientID),
        ]
        let signed = "\(Base64URL.encode(header.serialized())).\(Base64URL.encode(claims.serialized()))"
        guard let signature = try? key.signature(for: Data(signed.utf8)) else { throw .unusableKey }
        // The signature is the 64 bytes of r and s, not DER as elsewhere with this curve (RFC 7518 §3.4).
        return "\(signed).\(Base64URL.encode(signature.rawRepresentation))"
    }
}
