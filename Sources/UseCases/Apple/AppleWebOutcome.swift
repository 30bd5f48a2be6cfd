import Crypto
import Domain
import Foundation

/// The outcome of a sign-in by Apple's page.
public enum AppleWebOutcome: Sendable {
    case signedIn(SignedIn, returnTo: String)
    /// The tokens of the session are for the client that the flow names.
    case handedOver(SignedIn, AppleFlow)
    /// Apple is linked to the account from which the flow began.
    case linked(returnTo: String)
    /// An existing user who wants to enter the console; not signed in yet.
    case recognized(User, returnTo: String)
    case cancelled(AppleFlow)
    case failed(AppleSignInFailure, AppleFlow)
}
