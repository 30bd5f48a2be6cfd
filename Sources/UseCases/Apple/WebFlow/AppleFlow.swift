import Domain
import Foundation

/// A sign-in that has begun on Apple's page.
public struct AppleFlow: Sendable, Hashable {
    /// What the user signs in to.
    public enum Purpose: String, Sendable, CaseIterable {
        /// An app of the tenant, by a session of it.
        case app
        /// The app, by tokens that are handed over at the return address.
        case tokens
        case console
        /// An existing account of an app, which gets another sign-in method.
        case link
    }

    /// SHA-256 of the state that Apple sends back.
    public let stateHash: Data
    /// SHA-256 of the secret in the browser's cookie.
    public let browserHash: Data
    public let purpose: Purpose
    /// The session of the account that Apple is linked to; nil unless that is the purpose.
    public let session: Session.ID?
    /// The PKCE challenge of the client that the tokens are for (RFC 7636); nil unless that is the purpose.
    public let challenge: ProofKeyChallenge?
    public let nonce: String
    /// The address Apple redirects the browser to.
    public let redirectURI: String
    /// The address the browser is sent to afterwards.
    public let returnTo: String
    public let errorTo: String
    public let expiresAt: Timestamp

    public init(
        stateHash: Data,
        browserHash: Data,
        purpose: Purpose,
        session: Session.ID? = nil,
        challenge: ProofKeyChallenge? = nil,
        nonce: String,
        redirectURI: String,
        returnTo: String,
        errorTo: String,
        expiresAt: Timestamp
    ) {
        self.stateHash = stateHash
        self.browserHash = browserHash
        self.purpose = purpose
        self.session = session
        self.challenge = challenge
        self.nonce = nonce
        self.redirectURI = redirectURI
        self.returnTo = returnTo
        self.errorTo = errorTo
        self.expiresAt = expiresAt
    }
}
