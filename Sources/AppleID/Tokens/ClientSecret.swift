import Crypto
import Domain
import Foundation
import StrictJSON
import UseCases

/// What proves to Apple that a request comes from the team: an ES256 JWT, made for one call.
///
/// Apple would take one that lives half a year; then it ends one day, and nobody can sign in.
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
        // The 64 bytes of r and s, not the DER that other uses of the curve write (RFC 7518 §3.4).
        return "\(signed).\(Base64URL.encode(signature.rawRepresentation))"
    }
}
