import Domain
import Foundation
import StrictJSON

/// A new address of an account, which replaces the old one when a link sent to it is used.
public struct PendingEmail: Sendable, Hashable {
    public let email: EmailAddress
    public let askedAt: Timestamp

    public init(email: EmailAddress, askedAt: Timestamp) {
        self.email = email
        self.askedAt = askedAt
    }
}
