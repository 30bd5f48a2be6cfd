import Domain

/// The consent of a user for one client, held as a code and then as tokens.
struct Consent: Sendable {
    let person: FakeUser
    let teamID: String
    let clientID: String
    let nonce: String?
}

struct AuthorizationCode: Sendable {
    static let life = Duration.minutes(5)

    let consent: Consent
    /// Nil for native apps.
    let redirectURI: String?
    let expiresAt: Timestamp
    var isUsed = false
}

/// The relation of a user to a team.
struct Relation: Hashable, Sendable {
    let subject: String
    let teamID: String
}
