import Domain
import Foundation

/// The time a session was last seen, to be written later in a batch.
public struct SessionSighting: Sendable, Hashable {
    public let tenant: Tenant.ID
    public let session: Session.ID
    public let user: User.ID
    public let seenAt: Timestamp
    public let expiresAt: Timestamp

    public init(tenant: Tenant.ID, session: Session.ID, user: User.ID, seenAt: Timestamp, expiresAt: Timestamp) {
        self.tenant = tenant
        self.session = session
        self.user = user
        self.seenAt = seenAt
        self.expiresAt = expiresAt
    }
}
