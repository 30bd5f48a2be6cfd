import StrictJSON
import Synchronization

extension FakeApple {
    public static let issuer = FakeAppleState.issuer

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
    public func claims(of user: FakeUser, for clientID: String, nonce: String? = nil) -> JSONObject {
        fake.claims(of: user, for: clientID, nonce: nonce)
    }

    /// Creates a valid identity token.
    public func identityToken(of user: FakeUser, for clientID: String, nonce: String? = nil) throws -> String {
        try identityToken(claims(of: user, for: clientID, nonce: nonce))
    }

    /// Creates an identity token with any claims. Its header fits the key unless another one is given.
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

    /// Creates a signed JWT whose header and content are any bytes.
    public static func signedText(header: [UInt8], content: [UInt8], signer: FakeSigner) throws -> String {
        try signer.signedText(header: header, content: content)
    }
}
