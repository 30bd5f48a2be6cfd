import Crypto
import Domain
import Foundation

/// The form that Apple's page posts back.
public struct AppleWebAnswer: Sendable {
    public let state: String
    public let identityToken: String?
    public let authorizationCode: String?
    /// Sent once by Apple, and not signed.
    public let name: String?
    /// `user_cancelled_authorize`, or Apple's error code.
    public let error: String?

    public init(state: String, identityToken: String?, authorizationCode: String?, name: String?, error: String?) {
        self.state = state
        self.identityToken = identityToken
        self.authorizationCode = authorizationCode
        self.name = name
        self.error = error
    }
}
