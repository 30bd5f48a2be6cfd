import Domain
import StrictJSON
import Synchronization

extension FakeAppleState {
    static let issuer = "https://appleid.apple.com"
    private static let tokenLifetime = Duration.hours(24)

    struct NoKeys: Error {}

    var currentKey: FakeRSAKey {
        get throws {
            guard let key = state.withLock({ $0.keys.last }) else { throw NoKeys() }
            return key
        }
    }

    func claims(
        of person: FakeUser,
        for clientID: String,
        nonce: String?
    ) -> JSONObject {
        let seconds = now().milliseconds / 1000
        var claims: JSONObject = [
            "iss": .string(Self.issuer), "aud": .string(clientID),
            "exp": .integer(seconds + Self.tokenLifetime.secondsRoundedUp),
            "iat": .integer(seconds), "sub": .string(person.subject), "auth_time": .integer(seconds),
            "nonce_supported": true,
        ]
        claims.append("nonce", nonce.map { .string($0) })
        claims.append("real_user_status", person.realUserStatus.map { .integer(Int64($0)) })
        guard let email = person.email else { return claims }
        claims["email"] = .string(email)
        claims["email_verified"] = true
        if person.isPrivateEmail { claims["is_private_email"] = true }
        return claims
    }

    func identityToken(_ claims: JSONObject) throws -> String {
        let key = try currentKey
        let header: JSONObject = ["kid": .string(key.id), "alg": "RS256"]
        return try FakeSigner.rsa(key).signedText(header: header.serialized(), content: claims.serialized())
    }
}
