import Domain
import Foundation

/// The values an identity token must match, for one tenant and one request.
public struct AppleExpectation: Sendable, Hashable {
    /// The client ids of the tenant: bundle ids and Services IDs. With an empty set no token is valid.
    public let audiences: Set<String>
    /// The nonce that belongs to the request. An empty one counts as none.
    public let nonce: RequestNonce?
    /// Whether a sign-in without any nonce is rejected.
    public let requiresNonce: Bool
    /// How long after its issue a token is accepted; nil: until it expires, which for native apps is a day.
    public let maximumAge: Duration?

    public init(
        audiences: Set<String>,
        nonce: RequestNonce? = nil,
        requiresNonce: Bool = false,
        maximumAge: Duration? = nil
    ) {
        self.audiences = audiences
        self.nonce = nonce
        self.requiresNonce = requiresNonce
        self.maximumAge = maximumAge
    }
}
