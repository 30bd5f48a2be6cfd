import Domain
import Foundation

/// A session of an operator, which belongs to no tenant.
public struct OperatorSession: Sendable, Hashable {
    public let token: CredentialHash
    public let address: String?
    public let createdAt: Timestamp
    public let lastSeenAt: Timestamp
    public let expiresAt: Timestamp
    /// When the operator last entered a password or a code after the sign-in.
    public var provedAt: Timestamp?

    public init(
        token: CredentialHash,
        address: String?,
        createdAt: Timestamp,
        lastSeenAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.token = token
        self.address = address
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
        self.expiresAt = expiresAt
    }
}
