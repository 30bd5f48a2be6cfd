import Domain
import Foundation

/// A refresh token that has to be revoked at Apple.
public struct AppleRevocation: Sendable, Hashable {
    public enum Reason: String, Sendable, CaseIterable {
        case accountDeleted = "account_deleted"
        case signedOutEverywhere = "signed_out_everywhere"
        /// The user unlinked Apple from the account.
        case unlinked
    }

    public let tenant: Tenant.ID
    /// The id of the user, whose account may be gone.
    public let user: User.ID
    public let clientID: String
    public let queuedAt: Timestamp
    public let reason: Reason
    public let sealed: Data
    /// The number of failed tries.
    public let attempts: Int

    public init(
        tenant: Tenant.ID,
        user: User.ID,
        clientID: String,
        queuedAt: Timestamp,
        reason: Reason,
        sealed: Data,
        attempts: Int
    ) {
        self.tenant = tenant
        self.user = user
        self.clientID = clientID
        self.queuedAt = queuedAt
        self.reason = reason
        self.sealed = sealed
        self.attempts = attempts
    }
}
