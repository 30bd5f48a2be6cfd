import Domain

/// The hashes by which a key is found.
public struct KeyHashes: Sendable, Hashable {
    public let token: CredentialHash
    /// The hash of its DSN key; nil for a key that posts no events.
    public let dsn: CredentialHash?

    public init(_ key: Credential) {
        token = CredentialHash(key)
        dsn = DSNKey(key).map { CredentialHash($0) }
    }
}
