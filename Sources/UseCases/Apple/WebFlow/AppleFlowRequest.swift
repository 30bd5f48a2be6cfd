import Domain

/// A sign-in that is to begin on Apple's page.
public struct AppleFlowRequest: Sendable {
    let purpose: AppleFlow.Purpose
    /// The session of the account to which Apple is linked.
    let session: Session.ID?
    /// The challenge of the client that the tokens are for.
    let challenge: ProofKeyChallenge?
    let redirectURI: String
    let returnTo: String
    let errorTo: String

    public init(
        _ purpose: AppleFlow.Purpose = .app,
        session: Session.ID? = nil,
        challenge: ProofKeyChallenge? = nil,
        redirectURI: String,
        returnTo: String,
        errorTo: String
    ) {
        self.purpose = purpose
        self.session = session
        self.challenge = challenge
        self.redirectURI = redirectURI
        self.returnTo = returnTo
        self.errorTo = errorTo
    }
}
