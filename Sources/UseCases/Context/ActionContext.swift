import Domain

/// The tenant that an action changes, and the time at which it happens.
public struct ActionContext: Sendable, Hashable {
    public let tenant: Tenant.ID
    public let now: Timestamp

    public init(_ tenant: Tenant.ID, at now: Timestamp) {
        self.tenant = tenant
        self.now = now
    }
}
