/// For how long and up to which size a tenant keeps its events.
public struct EventRetentionPolicy: Sendable, Hashable {
    public let tenant: Tenant.ID
    /// Nil for as long as the installation keeps events.
    public let lifetime: Duration?
    /// Nil for no limit of the tenant's own.
    public let maximumBytes: Int64?

    /// - Parameters: zero for no limit, as in `TenantSettings`.
    public init(tenant: Tenant.ID, days: Int, bytes: Int64) {
        self.tenant = tenant
        lifetime = days > 0 ? .days(Int64(days)) : nil
        maximumBytes = bytes > 0 ? bytes : nil
    }
}
