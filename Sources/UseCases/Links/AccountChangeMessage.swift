import Domain
import Foundation
import StrictJSON

/// The settings of a message about the user's own account.
public struct AccountChangeMessage: Sendable {
    /// Languages in order of preference.
    public var languages: [Language] = []
    /// The address the browser is sent to afterwards: one of the tenant's own.
    public var returnTo: String?
    /// Hands a session over at that address: to the client with the challenge's verifier, or without a challenge to any
    /// client.
    public var opensSession = false
    public var challenge: ProofKeyChallenge?
    public var showsCode = false

    public init() {}
}
