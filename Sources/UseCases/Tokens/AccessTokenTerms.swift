/// What an access token says about itself.
struct AccessTokenTerms {
    let issuer: String
    /// The generation of the refresh token issued with it.
    let generation: Int64
    /// Seconds since 1970.
    let issuedAt: Int64
    let expiresAt: Int64
}
