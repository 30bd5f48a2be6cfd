import Domain
import Foundation
import StrictJSON

/// A user with the sign-in methods of their account.
public struct AccountProfile: Sendable {
    public let user: User
    public let identities: [Identity]
    /// The requested new address, until it is confirmed.
    public let pendingEmail: PendingEmail?

    public init(user: User, identities: [Identity], pendingEmail: PendingEmail? = nil) {
        self.user = user
        self.identities = identities
        self.pendingEmail = pendingEmail
    }
}
