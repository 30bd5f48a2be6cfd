import Domain

/// The tenant that an action changes, and the time at which it happens.
public struct ActionContext: Sendable, Hashable {
    public let tenant: Tenant.ID
    public let moment: Timestamp

    public init(_ tenant: Tenant.ID, at moment: Timestamp) {
        self.tenant = tenant
        self.moment = moment
    }
}
