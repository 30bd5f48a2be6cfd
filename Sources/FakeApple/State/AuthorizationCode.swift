import Domain

struct AuthorizationCode: Sendable {
    static let life = Duration.minutes(5)

    let consent: Consent
    /// Nil for native apps.
    let redirectURI: String?
    let expiresAt: Timestamp
    var isUsed = false
}
