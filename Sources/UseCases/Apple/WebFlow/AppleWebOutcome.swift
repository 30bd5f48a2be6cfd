import Domain

/// The outcome of a sign-in by Apple's page.
public struct AppleWebOutcome: Sendable {
    public let flow: AppleFlow
    public let result: Result

    public enum Result: Sendable {
        case signedIn(SignedIn)
        /// Apple is linked to the account from which the flow began.
        case linked
        /// An existing user who wants to enter the console; not signed in yet.
        case recognized(User)
        case cancelled
        case failed(AuthFailure)
    }
}
