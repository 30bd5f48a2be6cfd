import Domain
import StrictJSON
import Synchronization

extension FakeApple {
    public static let issuer = "https://appleid.apple.com"
    /// The issuer that Apple uses since 2025.
    public static let newerIssuer = "https://account.apple.com"

    /// The keys that `/auth/keys` lists, oldest first.
    public var publishedKeys: [FakeRSAKey] { fake.state.withLock { $0.keys } }

    /// The default signing key of tokens: the newest published one.
    public var currentKey: FakeRSAKey { get throws { try fake.currentKey } }

    /// Adds a new key and removes the oldest.
    @discardableResult
    public func rotate() throws -> FakeRSAKey {
        let key = try FakeRSAKey.standard(beside: publishedKeys)
        fake.state.withLock { state in
            state.keys.append(key)
            state.keys.removeFirst()
        }
        return key
    }

    /// Publishes exactly these keys.
    public func publish(_ keys: [FakeRSAKey]) { fake.state.withLock { $0.keys = keys } }

    /// The claims of an identity token, for tests to change.
    /// - Parameter nonce: the nonce claim: the value that the app passed to Apple.
    public func claims(
        of person: FakeUser,
        for clientID: String,
        nonce: String? = nil,
        issuer: String = FakeApple.issuer,
        lifetime: Duration = .hours(24)
    ) -> JSONObject {
        fake.claims(of: person, for: clientID, nonce: nonce, issuer: issuer, lifetime: lifetime)
    }

    /// Makes a valid identity token.
    public func identityToken(of person: FakeUser, for clientID: String, nonce: String? = nil) throws -> String {
        try identityToken(claims(of: person, for: clientID, nonce: nonce))
    }

    /// Makes an identity token with any claims. Its header fits the key unless another one is given.
    public func identityToken(
        _ claims: JSONObject,
        header: JSONObject? = nil,
        signer: FakeSigner? = nil
    ) throws -> String {
        let key = try currentKey
        let header = header ?? ["kid": .string(key.id), "alg": "RS256"]
        return try Self.signedText(
            header: header.serialized(),
            content: claims.serialized(),
            signer: signer ?? .rsa(key)
        )
    }

    /// Makes a signed JWT whose header and content are any bytes.
    public static func signedText(header: [UInt8], content: [UInt8], signer: FakeSigner) throws -> String {
        let text = "\(Base64URL.encode(header)).\(Base64URL.encode(content))"
        return "\(text).\(Base64URL.encode(try signer.signature(of: text)))"
    }
}

extension FakeAppleState {
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
        nonce: String?,
        issuer: String = FakeApple.issuer,
        lifetime: Duration = .hours(24)
    ) -> JSONObject {
        let seconds = now().milliseconds / 1000
        var claims: JSONObject = [
            "iss": .string(issuer), "aud": .string(clientID), "exp": .integer(seconds + lifetime.secondsRoundedUp),
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
        return try FakeApple.signedText(header: header.serialized(), content: claims.serialized(), signer: .rsa(key))
    }
}
