import Domain

/// The consent of a user for one client, held as a code and then as tokens.
struct Consent: Sendable {
    let person: FakeUser
    let teamID: String
    let clientID: String
    let nonce: String?
}
