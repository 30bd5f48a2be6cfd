import Domain

/// The keys that verify a tenant's access tokens, and where services read them.
struct PublishedKeys {
    /// In the order in which they sign.
    let keys: [SigningKey]
    let issuer: String

    var url: String { issuer + "/.well-known/jwks.json" }
}
